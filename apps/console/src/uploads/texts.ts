import { texts } from '../i18n/language.ts';

/** Texts of files that are uploaded, whatever they have. */
export const uploads = texts({
  upload: ['Upload a file', 'Subir un fichero', 'Carregar um ficheiro'],
  hint: [
    'A .csv or .xlsx file. Nothing is stored before you have seen what was understood.',
    'Un fichero .csv o .xlsx. No se guarda nada hasta que vea cómo se ha interpretado.',
    'Um ficheiro .csv ou .xlsx. Nada é guardado antes de ver o que foi entendido.',
  ],
  files: ['Uploaded files', 'Ficheros subidos', 'Ficheiros carregados'],
  none: [
    'No file was uploaded yet.',
    'Aún no se ha subido ningún fichero.',
    'Ainda não foi carregado nenhum ficheiro.',
  ],
  uploadedAt: ['Uploaded', 'Subido', 'Carregado'],
  by: ['By', 'Por', 'Por'],
  rows: ['Rows', 'Filas', 'Linhas'],
  takeBack: ['Take back', 'Retirar', 'Retirar'],
  more: ['Older files', 'Ficheros anteriores', 'Ficheiros anteriores'],
  understood: ['What was understood', 'Cómo se ha interpretado', 'O que foi entendido'],
  format: ['Format', 'Formato', 'Formato'],
  delimiter: ['Delimiter', 'Separador', 'Separador'],
  encoding: ['Encoding', 'Codificación', 'Codificação'],
  value: ['Value', 'Valor', 'Valor'],
  columns: ['Columns', 'Columnas', 'Colunas'],
  firstRows: ['First rows', 'Primeras filas', 'Primeiras linhas'],
  fromFile: ['From the file', 'Del fichero', 'Do ficheiro'],
  plantOfFile: [
    'Plant (where the file has none)',
    'Planta (si el fichero no la indica)',
    'Central (se o ficheiro não a indicar)',
  ],
  again: [
    'Correct these cells in your file, save it and upload it once more, or choose above how to read them.',
    'Corrija estas celdas en su fichero, guárdelo y súbalo de nuevo, o elija arriba cómo leerlas.',
    'Corrija estas células no seu ficheiro, guarde-o e carregue-o de novo, ou escolha acima como as ler.',
  ],
  unread: [
    'The file was not read, and nothing was recorded. Try again, or choose another file.',
    'No se ha leído el fichero ni se ha registrado nada. Reinténtelo o elija otro fichero.',
    'O ficheiro não foi lido e nada foi registado. Tente de novo ou escolha outro ficheiro.',
  ],
  lost: [
    'The connection was lost, and the file may be recorded or not. Record it again: the same file counts once.',
    'Se ha perdido la conexión y no se sabe si el fichero está registrado. Vuelva a registrarlo: el mismo fichero cuenta una vez.',
    'A ligação perdeu-se e não se sabe se o ficheiro está registado. Volte a registá-lo: o mesmo ficheiro conta uma vez.',
  ],
});
