import { Option } from 'commander';

export function labelsOption(): Option {
  return new Option('--labels <which>', 'whether a datetime is the end or the start of its period')
    .choices(['end', 'start'])
    .default('end');
}
