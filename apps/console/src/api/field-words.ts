import { fill, texts } from '../i18n/language.ts';

/** The names of the fields of the API. */
export const fields = texts({
  name: ['Name', 'Nombre', 'Nome'],
  customer_display_name: ['Label', 'Etiqueta', 'Etiqueta'],
  technology_type: ['Technology', 'Tecnología', 'Tecnologia'],
  installed_capacity_mw: ['Installed MW', 'MW instalados', 'MW instalados'],
  nominal_capacity_mw: ['Nominal MW', 'MW nominales', 'MW nominais'],
  lat: ['Latitude', 'Latitud', 'Latitude'],
  lon: ['Longitude', 'Longitud', 'Longitude'],
  area: ['Area', 'Zona', 'Zona'],
  agrupation: ['Group', 'Agrupación', 'Agrupamento'],
  timezone: ['Time zone', 'Zona horaria', 'Fuso horário'],
  timezone_source: ['Time zone', 'Zona horaria', 'Fuso horário'],
  zone: ['Time zone', 'Zona horaria', 'Fuso horário'],
  plant_id: ['Plant', 'Planta', 'Central'],
  plant: ['Plant', 'Planta', 'Central'],
  start_time_utc: ['Start', 'Inicio', 'Início'],
  end_time_utc: ['End', 'Fin', 'Fim'],
  available_power: ['Available power', 'Potencia disponible', 'Potência disponível'],
  available_power_mw: ['Available MW', 'MW disponibles', 'MW disponíveis'],
  unavailable_power: ['Unavailable power', 'Potencia indisponible', 'Potência indisponível'],
  unavailable_power_mw: ['Unavailable MW', 'MW indisponibles', 'MW indisponíveis'],
  availability_type: ['Type', 'Tipo', 'Tipo'],
  source_unit: ['Unit', 'Unidad', 'Unidade'],
  unit: ['Unit', 'Unidad', 'Unidade'],
  observations: ['Observations', 'Observaciones', 'Observações'],
  datetime: ['Date and time', 'Fecha y hora', 'Data e hora'],
  hour: ['Hour', 'Hora', 'Hora'],
  season: ['Summer or winter', 'Verano o invierno', 'Verão ou inverno'],
  mw: ['MW', 'MW', 'MW'],
  group: ['Group', 'Grupo', 'Grupo'],
  file: ['File', 'Fichero', 'Ficheiro'],
  from: ['From', 'Desde', 'De'],
  to: ['To', 'Hasta', 'Até'],
  day: ['Day', 'Día', 'Dia'],
  decimal: ['Decimal sign', 'Signo decimal', 'Sinal decimal'],
  date_form: ['Order of dates', 'Orden de fechas', 'Ordem das datas'],
  retailer_id: ['Retailer', 'Comercializadora', 'Comercializador'],
  idretailer: ['Retailer', 'Comercializadora', 'Comercializador'],
  user: ['User', 'Usuario', 'Utilizador'],
  purchase: ['Purchase MW', 'Compra MW', 'Compra MW'],
  series: ['Series', 'Serie', 'Série'],
  idmodel: ['Model', 'Modelo', 'Modelo'],
  note: ['Note', 'Nota', 'Nota'],
  url: ['Address', 'Dirección', 'Endereço'],
  events: ['Events', 'Eventos', 'Eventos'],
  gate_closing_minutes: [
    'Minutes before a gate',
    'Minutos antes del cierre',
    'Minutos antes do fecho',
  ],
  label: ['Label', 'Etiqueta', 'Etiqueta'],
  scopes: ['Scopes', 'Ámbitos', 'Âmbitos'],
  expires_in: ['Expires in', 'Caduca en', 'Expira em'],
  limit: ['Rows', 'Filas', 'Linhas'],
  side: ['Purchase or sale', 'Compra o venta', 'Compra ou venda'],
  session: ['Session', 'Sesión', 'Sessão'],
  mwh: ['MWh', 'MWh', 'MWh'],
  price: ['Price', 'Precio', 'Preço'],
  non_field_errors: ['Whole', 'Conjunto', 'Conjunto'],
});

/** Returns the name of a field of the API; another text, such as a file's own header, as it is. */
export function fieldName(name: string): string {
  return Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : name;
}

/** The names of values that are codes; a file may have either. */
export const values = texts({
  UNAVAILABILITY: ['Unavailability', 'Indisponibilidad', 'Indisponibilidade'],
  CURTAILMENT: ['Curtailment', 'Restricción', 'Restrição'],
  OTHER: ['Other', 'Otra', 'Outra'],
  wind: ['Wind', 'Eólica', 'Eólica'],
  solar: ['Solar', 'Solar', 'Solar'],
});

/** Returns the values of a list, each code with its name before it. */
export function choiceNames(codes: string): string {
  const named = (code: string) =>
    Object.hasOwn(values, code) ? `${values[code as keyof typeof values]} (${code})` : code;
  return codes.split(', ').map(named).join(', ');
}

export const t = texts({
  required: ['This field is required.', 'Es obligatorio.', 'É obrigatório.'],
  blank: ['This field may not be blank.', 'No puede estar vacío.', 'Não pode ficar vazio.'],
  emptyList: ['Choose one at least.', 'Elija al menos uno.', 'Escolha pelo menos um.'],
  unstorable: [
    'It holds a character that cannot be stored.',
    'Contiene un carácter que no se puede guardar.',
    'Contém um carácter que não se pode guardar.',
  ],
  number: ['A number is required.', 'Debe ser un número.', 'Tem de ser um número.'],
  text: ['It is not a text.', 'No es un texto.', 'Não é um texto.'],
  length: [
    'It has more than {max} characters.',
    'Tiene más de {max} caracteres.',
    'Tem mais de {max} caracteres.',
  ],
  choice: [
    '“{value}” is not a valid choice.',
    '«{value}» no es una opción válida.',
    '«{value}» não é uma opção válida.',
  ],
  min: ['It is less than {min}.', 'Es menor que {min}.', 'É menor que {min}.'],
  max: ['It is more than {max}.', 'Es mayor que {max}.', 'É maior que {max}.'],
  below: [
    'It has to be less than {max}.',
    'Debe ser menor que {max}.',
    'Tem de ser menor que {max}.',
  ],
  decimals: [
    'It has more than {max} decimals.',
    'Tiene más de {max} decimales.',
    'Tem mais de {max} casas decimais.',
  ],
  zone: [
    'It is not a time zone such as Europe/Madrid.',
    'No es una zona horaria como Europe/Madrid.',
    'Não é um fuso horário como Europe/Lisbon.',
  ],
  datetime: ['It is not a date and time.', 'No es una fecha y hora.', 'Não é uma data e hora.'],
  after: [
    'It has to be after: {field}.',
    'Debe ser posterior a: {field}.',
    'Tem de ser posterior a: {field}.',
  ],
  plant: [
    'It is none of your plants.',
    'No es ninguna de sus plantas.',
    'Não é nenhuma das suas centrais.',
  ],
  taken: [
    'Another plant has this name.',
    'Otra planta tiene ese nombre.',
    'Outra central tem esse nome.',
  ],
});

/** The service's messages about fields, each with its text; named groups are its values. */
const MESSAGES: readonly (readonly [message: RegExp, text: keyof typeof t])[] = [
  [/^This field is required\.$/, 'required'],
  [/^This field may not be (blank|null)\.$/, 'blank'],
  [/^This list may not be empty\.$/, 'emptyList'],
  [/^A text must not hold NUL/, 'unstorable'],
  [/^A valid (number|integer) is required\.$/, 'number'],
  [/^Not a valid string\.$/, 'text'],
  [/^Ensure this field has no more than (?<max>\d+) characters\.$/, 'length'],
  [/^"(?<value>.*)" is not a valid choice\.$/, 'choice'],
  [/^Ensure this value is greater than or equal to (?<min>\S+)\.$/, 'min'],
  [/^Ensure this value is less than or equal to (?<max>\S+)\.$/, 'max'],
  [/^Ensure this value is less than (?<max>\S+)\.$/, 'below'],
  [/^Ensure that there are no more than (?<max>\d+) decimal places\.$/, 'decimals'],
  [/^Enter a valid timezone\.$/, 'zone'],
  [/^(Datetime has wrong format|Enter an ISO 8601)/, 'datetime'],
  [/^Must be after (?<field>\w+)\.$/, 'after'],
  [/^Unknown plant\.$/, 'plant'],
  [/^plant with this name already exists\.$/, 'taken'],
];

/** Returns the service's message about a field in the language of the page; an unknown one as it is. */
export function fieldMessage(message: string): string {
  for (const [pattern, name] of MESSAGES) {
    const found = pattern.exec(message);
    if (found)
      return fill(t[name], { ...found.groups, field: fieldName(found.groups?.field ?? '') });
  }
  return message;
}
