declare module '*.css';
declare module 'virtual:outline' {
  /** Closed lines: longitude and latitude in hundredths of a degree, each as the difference to the one before. */
  export const rings: readonly (readonly number[])[];
}
