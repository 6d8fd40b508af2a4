import { vi } from 'vitest';

interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** The next file that the page saves. */
export function savedFile(): Promise<SavedFile> {
  const urls = vi.spyOn(URL, 'createObjectURL');
  return new Promise((saved) => {
    const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click');
    clicks.mockImplementation(function click(this: HTMLAnchorElement) {
      const content = urls.mock.lastCall?.[0] as Blob;
      clicks.mockRestore();
      urls.mockRestore();
      void content.text().then((text) => saved({ name: this.download, text }));
    });
  });
}

/** The lines of the next CSV file that the page saves, without the mark of UTF-8. */
export async function savedLines(): Promise<string[]> {
  const { text } = await savedFile();
  return text.replace('\uFEFF', '').trimEnd().split('\r\n');
}
