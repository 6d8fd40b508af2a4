import { useLayoutEffect, useRef } from 'preact/hooks';
import { describe, type Figure } from '../figure/figure.ts';
import { type PictureOptions, pictureOf } from '../figure/picture.ts';

type Size = Pick<PictureOptions, 'height' | 'hidden' | 'visible' | 'isUntitled'> & {
  /** That of its container, if it is missing. */
  readonly width?: number;
};

/** The element of a picture in the colours that its page has, on the screen or on paper. */
export function usePicture(
  figure: Figure,
  size: Size,
): { readonly current: HTMLDivElement | null } {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const container = element.current;
    if (!container) return undefined;
    let drawn = 0;
    const draw = () => {
      const width = size.width ?? container.clientWidth;
      if (width === 0 || width === drawn) return;
      drawn = width;
      // All texts in it are escaped.
      container.innerHTML = pictureOf(figure, { ...size, width, color: (name) => `var(${name})` });
    };
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(container);
    return () => observer.disconnect();
  }, [figure, size.width, size.height, size.hidden, size.visible?.from, size.visible?.to]);
  return element;
}

interface SmallPictureProps {
  readonly figure: Figure;
  readonly height?: number;
}

/** A figure as a picture with its legend: it is read here, and examined on the page of its data. */
export function SmallPicture({ figure, height = 200 }: SmallPictureProps) {
  return (
    <div
      class="picture"
      role="img"
      aria-label={describe(figure)}
      ref={usePicture(figure, { height, isUntitled: true })}
    />
  );
}
