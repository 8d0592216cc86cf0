export interface Line {
  what: string
  ours: string
  yardstick: string
  ratio: string
  target: string
  /** Set for lines that are measured once. */
  holds?: boolean | null
  /** Set for lines that are measured in pairs: the conclusion from the spread. */
  verdict?: string
}

const header = ['Work', 'Ours', 'Yardstick, same run', 'Ratio', 'Target', '']

/** The lines as a Markdown table, which is readable in a terminal and in the docs. */
export function table(lines: Line[]): string {
  const rows = lines.map((line) => [
    line.what,
    line.ours,
    line.yardstick,
    line.ratio,
    line.target,
    line.verdict ?? (line.holds == null ? '' : line.holds ? 'holds' : 'does not hold'),
  ])
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length))
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(header), rule, ...rows.map(line)].join('\n')
}
