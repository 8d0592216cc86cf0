import { keyframes, styled } from '@mui/material/styles'
import type { Density } from './density.js'

interface RowsBodyProps {
  rowHeight: number
  density: Density
  /** Each row has one line, whatever its content. */
  isLog: boolean
}

const own: readonly PropertyKey[] = ['rowHeight', 'density', 'isLog']
const shouldForwardProp = (name: PropertyKey) => !own.includes(name)

/** Smaller pictures for compact rows, whatever their requested size. */
const small = {
  '& .tile': { width: '24px !important', height: '24px !important' },
  '& .tile svg': { width: 14, height: 14 },
  '& .avatar': { width: 28, height: 28, fontSize: 11 },
}

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** A cell keeps its share of the width and cuts longer text; see `showFullText`. */
const oneLine = { ...cut, '&.shares': { maxWidth: 0 }, '& > *': cut }

const fadeIn = keyframes({ from: { opacity: 0 } })

/**
 * Styles the rows of a table and their simple content from their parent element. MUI's own cells compute their styles
 * one by one, which is most of the work while scrolling.
 */
export const RowsBody = styled('tbody', { shouldForwardProp })<RowsBodyProps>(({
  theme,
  rowHeight,
  density,
  isLog,
}) => {
  const { palette, typography } = theme
  const isCompact = density === 'compact'
  return {
    '--name-lines': isCompact ? 1 : 2,
    ...(isCompact && small),
    // After a far jump, the gap below the rows shows first. The browser would keep its position instead of that of the
    // rows.
    overflowAnchor: 'none',
    '& > tr': {
      outline: 0,
      '&.opens': { cursor: 'pointer' },
      '&:hover': { backgroundColor: palette.action.hover },
      // The same color as the bulk bar.
      '&[aria-selected=true]': { backgroundColor: palette.surface.selected },
      // The avatar has the same color as a selected row, and would be invisible.
      '&[aria-selected=true] .avatar': { backgroundColor: palette.background.paper },
      '&[aria-current]': { boxShadow: `inset 3px 0 ${palette.accent}` },
      '&:focus-visible': { outline: `2px solid ${palette.accent}`, outlineOffset: -2 },
      '@media (prefers-reduced-motion: no-preference)': {
        '&[data-news=new]': { animation: `${fadeIn} 120ms` },
        '&[data-news=changed]': {
          animation: `${keyframes({ from: { backgroundColor: palette.tones.info.bg } })} 1.2s`,
        },
      },
    },
    '& > tr > td.unread::before': {
      content: '""',
      display: 'block',
      width: '28%',
      height: 10,
      borderRadius: 5,
      backgroundColor: palette.surface.inset,
    },
    '& > tr > td': {
      ...typography.body2,
      fontSize: '0.875rem',
      // The height of a row with one line. Rows with two lines are higher.
      height: rowHeight,
      padding: `${isLog ? 0 : isCompact ? 6 : 11}px 16px`,
      color: palette.text.primary,
      borderBottom: `1px solid ${palette.divider}`,
      '&:first-of-type': { paddingLeft: 20 },
      '&:last-of-type': { paddingRight: 20 },
      ...(isLog && oneLine),
    },
    '& > tr:last-of-type > td': { borderBottom: 0 },
    '& > tr > td > input': {
      // Looks like MUI's checkbox in the rest of the console.
      appearance: 'none',
      display: 'grid',
      placeItems: 'center',
      width: 16,
      height: 16,
      margin: 2,
      border: `1.5px solid ${palette.text.disabled}`,
      borderRadius: 4,
      cursor: 'pointer',
      '&:checked': { borderColor: palette.primary.main, backgroundColor: palette.primary.main },
      '&:checked::before': {
        content: '""',
        width: 9,
        height: 5,
        marginTop: -2,
        transform: 'rotate(-45deg)',
        border: `solid ${palette.primary.contrastText}`,
        borderWidth: '0 0 2px 2px',
      },
      '&:focus-visible': { outline: `2px solid ${palette.accent}`, outlineOffset: 2 },
    },
  }
})
