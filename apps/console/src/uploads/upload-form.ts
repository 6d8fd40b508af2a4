/** Returns a form with a file and those of the fields that are filled in. */
export function uploadForm(file: File, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== '') form.append(name, value);
  form.append('file', file, file.name);
  return form;
}
