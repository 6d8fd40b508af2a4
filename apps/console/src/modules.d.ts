declare module '*.css';
declare module 'virtual:outline' {
  /**
   * Closed lines: longitude and latitude in hundredths of a degree, each as the difference to the
   * previous one.
   */
  export const rings: readonly (readonly number[])[];
}
declare module 'virtual:builds' {
  /** The code of the console in one language: paths from the page. */
  export interface Build {
    readonly script: string;
    /** What the script imports. */
    readonly imports: readonly string[];
  }
  export const builds: Readonly<Record<'en' | 'es' | 'pt', Build>>;
}
