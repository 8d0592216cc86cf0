import { styled } from '@mui/material/styles'

/** A number at the corner of a header button. The code of MUI's badge is larger than that of the tray. */
const CountBadge = styled('span', { shouldForwardProp: (name) => name !== 'isBad' })<{
  isBad?: boolean
}>(({ theme, isBad }) => ({
  position: 'absolute',
  top: 2,
  right: 0,
  minWidth: 16,
  padding: '0 4px',
  borderRadius: 8,
  fontSize: '0.625rem',
  fontWeight: 600,
  lineHeight: '16px',
  color: isBad ? theme.palette.error.contrastText : theme.palette.primary.contrastText,
  backgroundColor: isBad ? theme.palette.error.main : theme.palette.primary.main,
}))

export default CountBadge
