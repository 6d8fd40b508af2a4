/** Widths of lines in pixels, on the screen as in pictures. */
export const LINE_WIDTH = 1.5;
export const BROAD_PIXELS = 6;
export const BROAD_OPACITY = 0.4;
