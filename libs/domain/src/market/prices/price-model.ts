/** The model of a prediction, as text: its coefficients. */
export interface PriceModel {
  /** SHA-256 of the content, in lower-case hexadecimal. */
  readonly digest: string;
  /** JSON. */
  readonly content: string;
}

/** Keeps the models of predictions, each once. Errors: `store_unavailable`. */
export interface PriceModelStore {
  /** Keeps a model; one that is there stays. */
  add(model: PriceModel): Promise<void>;
  get(digest: string): Promise<PriceModel | undefined>;
}
