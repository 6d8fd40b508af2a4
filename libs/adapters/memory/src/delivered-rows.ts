import type { PublishedDay, TradedDay } from '@solano/domain/desk';
import type { DeliveredRun, MeasuredSeries, PortfolioSettings } from '@solano/domain/energy';
import type { PlantOwnForecast } from '@solano/domain/forecasting';
import type { FileUpload, Portfolio } from '@solano/domain/service';

/** A delivered run, and the id of the upload that it came in. */
export interface MeasuredRun extends DeliveredRun {
  readonly upload: string | undefined;
}

/** A series with all that was delivered of it, in that order, and the times (ms) of its last deliveries. */
export interface MeasuredRow {
  readonly customerId: string;
  readonly series: MeasuredSeries;
  readonly runs: readonly MeasuredRun[];
  readonly times: readonly number[];
  readonly revision: number;
}

export interface FileUploadRow {
  readonly upload: FileUpload;
  readonly takenBackAt?: Date;
}

/** The trades of a session and day as one delivery has them, and the id of the upload that they came in. */
export interface TradedDayRow {
  readonly customerId: string;
  readonly portfolio: Portfolio;
  readonly delivered: TradedDay;
  readonly deliveredAt: Date;
  readonly upload: string | undefined;
}

export interface DeviationRow extends Portfolio {
  readonly customerId: string;
  readonly computedFrom: string;
  readonly days: readonly PublishedDay[];
}

export interface PortfolioSettingsRow extends Portfolio {
  readonly customerId: string;
  readonly settings: PortfolioSettings;
}

/** A forecast of a plant, and when it was made. */
export interface OwnForecastRow extends PlantOwnForecast {
  readonly madeAt: Date;
}
