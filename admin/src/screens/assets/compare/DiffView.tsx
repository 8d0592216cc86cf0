import { styled } from '@mui/material/styles'
import { mono, sidesOf, type DiffLine, type DiffSide } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Fragment } from 'react'
import { hunksOf, type Hunk } from './hunks.js'

interface DiffViewProps {
  lines: readonly DiffLine[]
  isSideBySide: boolean
  label: string
}

/** Maximum number of lines. For longer diffs people need another program. */
const MOST = 3_000

const Table = styled('table')(({ theme }) => {
  const { tones, surface, text, divider } = theme.palette
  return {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    fontFamily: mono,
    fontSize: '0.75rem',
    lineHeight: '20px',
    '& td': { padding: 0, verticalAlign: 'top' },
    '& .number': {
      width: 44,
      paddingRight: 8,
      textAlign: 'right',
      color: text.secondary,
      userSelect: 'none',
    },
    '& .sign': { width: 18, textAlign: 'center', userSelect: 'none' },
    '& .text': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', paddingRight: 12 },
    '& .removed': { backgroundColor: tones.danger.bg, color: tones.danger.fg },
    '& .added': { backgroundColor: tones.success.bg, color: tones.success.fg },
    '& .none': { backgroundColor: surface.inset },
    '& .skipped td': {
      padding: '4px 16px',
      color: text.secondary,
      fontFamily: theme.typography.fontFamily,
      backgroundColor: surface.inset,
      borderTop: `1px solid ${divider}`,
      borderBottom: `1px solid ${divider}`,
    },
  }
})

/** The diff of two texts: unified, or side by side. */
export function DiffView({ lines, isSideBySide, label }: DiffViewProps) {
  const translate = useTranslate()
  const { hunks, skipped } = hunksOf(lines)
  const { shown, left } = cutHunks(hunks)
  const note = (count: number, key: string) =>
    count > 0 && (
      <tr className="skipped">
        <td colSpan={isSideBySide ? 6 : 4}>
          {translate(`assets.compare.${key}`, { smart_count: count })}
        </td>
      </tr>
    )
  return (
    <Table aria-label={label}>
      <colgroup>
        {(isSideBySide ? [44, 18, undefined, 44, 18, undefined] : [44, 44, 18, undefined]).map(
          (width, at) => (
            <col key={at} style={{ width }} />
          )
        )}
      </colgroup>
      <tbody>
        {shown.map((hunk, at) => (
          <Fragment key={at}>
            {note(hunk.skipped, 'same')}
            {isSideBySide
              ? sidesOf(hunk.lines).map(([before, after], row) => (
                  <tr key={row}>
                    <Half side={before} number={before?.before} />
                    <Half side={after} number={after?.after} />
                  </tr>
                ))
              : hunk.lines.map(({ kind, text, before, after }, row) => (
                  <tr key={row} className={kind}>
                    <td className="number">{before}</td>
                    <td className="number">{after}</td>
                    <td className="sign">{signs[kind]}</td>
                    <td className="text">{text}</td>
                  </tr>
                ))}
          </Fragment>
        ))}
        {left > 0 ? note(left, 'left') : note(skipped, 'same')}
      </tbody>
    </Table>
  )
}

const signs = { same: '', removed: '−', added: '+' } as const

function Half({ side, number }: { side: DiffSide; number: number | undefined }) {
  const kind = side?.kind ?? 'none'
  return (
    <>
      <td className={`number ${kind}`}>{number}</td>
      <td className={`sign ${kind}`}>{side && signs[side.kind]}</td>
      <td className={`text ${kind}`}>{side?.text}</td>
    </>
  )
}

function cutHunks(hunks: readonly Hunk[]): { shown: Hunk[]; left: number } {
  const shown: Hunk[] = []
  let room = MOST
  let left = 0
  for (const { skipped, lines } of hunks) {
    if (room > 0) shown.push({ skipped, lines: lines.slice(0, room) })
    left += Math.max(0, lines.length - Math.max(0, room))
    room -= lines.length
  }
  return { shown, left }
}
