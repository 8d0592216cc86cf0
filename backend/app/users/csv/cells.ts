import { CsvError, parse } from 'csv-parse/sync'
import { text, type Text } from '@crossdock/kernel/http'

const longestLine = 65_536
/** Far more than there are columns: a quoted cell costs hundreds of times what its bytes do. */
const mostCells = 200

const delimiters = [',', ';', '\t']

/** What the first line has most of. A parser that took all of them would cut names with commas in a file of semicolons. */
export function delimiterOf(header: string): string {
  const first = header.slice(0, longestLine)
  const counts = delimiters.map((delimiter) => first.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))]!
}

/** The first line of some files for Excel, which names the delimiter. */
const delimiterLine = /^"?sep=([^\w\s"]|\t)"?$/i

/** The delimiter that a line such as `sep=;` names; undefined for other lines. */
export const namedDelimiter = (line: string): string | undefined => delimiterLine.exec(line)?.[1]

/** The cells of a line, or why it has none. No cell of ours holds the end of a line. */
export function cellsOf(line: string, delimiter: string): string[] | Text {
  if (line.length > longestLine) {
    return text('The line is longer than {most} characters.', { most: longestLine })
  }
  const cells = line.split(delimiter)
  if (cells.length > mostCells) {
    return text('The line has more than {most} cells.', { most: mostCells })
  }
  if (!line.includes('"')) return cells
  try {
    return (parse(line, { delimiter }) as string[][])[0]!
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return why(error.code)
  }
}

function why(code: string): Text {
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return text('A quotation mark is opened here and closed nowhere.')
  }
  return text('The line is no CSV: a quotation mark stands where none may stand ({code}).', {
    code,
  })
}
