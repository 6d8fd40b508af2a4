declare module '*.css';
declare module 'virtual:outline' {
  /**
   * Closed lines: longitude and latitude in hundredths of a degree, each as the difference to the
   * previous one.
   */
  export const rings: readonly (readonly number[])[];
}
