const names: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
}

/** Characters that would steer a terminal. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/g

/** One line of the log as people read it: time, level, sentence, and what else is known. */
export function forPeople(line: string): string {
  const { time, level, msg, err, ...rest } = JSON.parse(line)
  for (const known of ['pid', 'hostname', 'name', 'request_id']) delete rest[known]
  const facts = Object.entries(rest)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const clock = new Date(time).toTimeString().slice(0, 8)
  const text = [clock, names[level] ?? 'FATAL', msg, ...facts].filter(Boolean).join(' ')
  const stack = err ? `\n  ${err.type}: ${err.message}\n${err.stack ?? ''}` : ''
  return `${text.replace(control, ' ')}${stack}\n`
}

/** Where log lines go when standard output is a terminal. */
export const terminal = {
  write: (line: string) => void process.stdout.write(forPeople(line)),
}
