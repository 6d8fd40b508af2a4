/** A name, such as of a plant, which is broken after underscores before it is broken inside a word. */
export function Breakable({ name }: { readonly name: string }) {
  return (
    <>
      {name.split('_').map((part, index) =>
        index === 0 ? (
          part
        ) : (
          <>
            _<wbr />
            {part}
          </>
        ),
      )}
    </>
  );
}
