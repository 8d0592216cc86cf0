import { styled } from '@mui/material/styles'
import { mono } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { SideName } from '../model.js'
import type { MergeRow } from './merge_lines.js'

/** Maximum number of lines shown; further differences are listed below. */
const MOST = 2_000

const Lines = styled('table')(({ theme }) => {
  const { tones, text, divider } = theme.palette
  return {
    borderCollapse: 'collapse',
    width: '100%',
    margin: '8px 0',
    fontFamily: mono,
    fontSize: '0.78125rem',
    // Both sides stay aligned: each row is one line.
    lineHeight: '22px',
    '& td': { padding: 0, whiteSpace: 'pre', height: 22 },
    '& .number': {
      width: 40,
      minWidth: 40,
      paddingRight: 12,
      textAlign: 'right',
      color: text.secondary,
      userSelect: 'none',
    },
    '& .line': { paddingRight: 16 },
    '& .differs td': { backgroundColor: tones.info.bg },
    '& .differs .line': { color: tones.info.fg },
    '& .none': {
      background: `repeating-linear-gradient(135deg, transparent 0 5px, ${divider} 5px 8px)`,
    },
  }
})

const Frame = styled('div')({ overflowX: 'auto', maxHeight: 520, overflowY: 'auto' })

interface SideTextProps {
  rows: readonly MergeRow[]
  side: SideName
  label: string
}

/** The lines of one version; rows without a line on this side are hatched. */
export function SideText({ rows, side, label }: SideTextProps) {
  const translate = useTranslate()
  const left = rows.length - MOST
  return (
    <Frame tabIndex={0} role="region" aria-label={label}>
      <Lines aria-label={label}>
        <tbody>
          {rows.slice(0, MOST).map((row, at) => {
            const line = row[side]
            const kind = !line ? 'none' : row.difference === undefined ? undefined : 'differs'
            return (
              <tr key={at} className={kind}>
                <td className="number">{line?.number}</td>
                <td className="line">{line?.text}</td>
              </tr>
            )
          })}
          {left > 0 && (
            <tr>
              <td className="number" />
              <td className="line">
                {translate('sync.conflict.moreLines', { smart_count: left })}
              </td>
            </tr>
          )}
        </tbody>
      </Lines>
    </Frame>
  )
}
