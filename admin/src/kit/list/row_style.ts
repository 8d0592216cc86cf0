import { styled } from '@mui/material/styles'

/** A row with a name on one line, to begin with: each is measured. */
export const ROW_HEIGHT = 59

/**
 * The rows of a table and what is plain in them, styled once from around them: MUI's own cells work out
 * their style one by one, and while people scroll that is most of the work.
 */
export const RowsBody = styled('tbody')(({ theme }) => {
  const { palette, typography } = theme
  return {
    // Far jumps show the room below the rows first, and the browser would keep that in sight instead of them.
    overflowAnchor: 'none',
    '& > tr': {
      outline: 0,
      '&.opens': { cursor: 'pointer' },
      '&:hover': { backgroundColor: palette.action.hover },
      // As the bar that says how many are selected.
      '&[aria-selected=true]': { backgroundColor: palette.surface.selected },
      // Has the same colour, and would vanish.
      '&[aria-selected=true] .avatar': { backgroundColor: palette.background.paper },
      '&[aria-current]': { boxShadow: `inset 3px 0 ${palette.accent}` },
      '&:focus-visible': { outline: `2px solid ${palette.accent}`, outlineOffset: -2 },
    },
    // As high as a row with a name on one line.
    '& > tr > td.unread': {
      height: ROW_HEIGHT,
      '&::before': {
        content: '""',
        display: 'block',
        width: '28%',
        height: 10,
        borderRadius: 5,
        backgroundColor: palette.surface.inset,
      },
    },
    '& > tr > td': {
      ...typography.body2,
      fontSize: '0.875rem',
      padding: '11px 16px',
      color: palette.text.primary,
      borderBottom: `1px solid ${palette.divider}`,
      '&:first-of-type': { paddingLeft: 20 },
      '&:last-of-type': { paddingRight: 20 },
    },
    '& > tr:last-of-type > td': { borderBottom: 0 },
    '& > tr > td > input': {
      // Drawn as MUI's is drawn for the rest of the console.
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
