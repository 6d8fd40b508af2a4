/** Calls back once the browser has painted; returns a function that gives that up. */
export function afterPaint(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    timer = setTimeout(callback);
  };
  // A page in the background is not painted.
  if (document.hidden) later();
  const frame = document.hidden ? undefined : requestAnimationFrame(later);
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
