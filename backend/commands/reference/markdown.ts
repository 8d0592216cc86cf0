/** A Markdown table; Prettier aligns it. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(inCell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const inCell = (text: string) => text.replace(/\s*\n\s*/g, ' ').replace(/\|/g, '\\|')

export const code = (text: string): string => `\`${text}\``

export const list = (names: readonly string[]): string => names.map(code).join(', ')
