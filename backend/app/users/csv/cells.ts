import { CsvError, parse } from 'csv-parse/sync'
import { text, type Text } from '@crossdock/kernel/ground'

const maxLineLength = 65_536
/** Far more than there are columns. A limit, because a quoted cell costs hundreds of times its bytes. */
const maxCells = 200

const delimiters = [',', ';', '\t']

/**
 * The delimiter that appears most in the first line. Accepting all of them would split names with commas in a file
 * of semicolons.
 */
export function delimiterOf(header: string): string {
  const first = header.slice(0, maxLineLength)
  const counts = delimiters.map((delimiter) => first.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))]!
}

/** The first line of some files for Excel, which names the delimiter. */
const delimiterLine = /^"?sep=([^\w\s"]|\t)"?$/i

/** The delimiter of a line such as `sep=;`; undefined for other lines. */
export const namedDelimiter = (line: string): string | undefined => delimiterLine.exec(line)?.[1]

/** The cells of a line, or the error. Cells cannot contain line breaks. */
export function cellsOf(line: string, delimiter: string): string[] | Text {
  if (line.length > maxLineLength) {
    return text('The line is longer than {most} characters.', { most: maxLineLength })
  }
  const cells = line.split(delimiter)
  if (cells.length > maxCells) {
    return text('The line has more than {most} cells.', { most: maxCells })
  }
  if (!line.includes('"')) return cells
  try {
    return (parse(line, { delimiter }) as string[][])[0]!
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return parseErrorText(error.code)
  }
}

function parseErrorText(code: string): Text {
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    return text('A quotation mark is opened here and never closed.')
  }
  return text('The line is not valid CSV: a quotation mark is in the wrong place ({code}).', {
    code,
  })
}
