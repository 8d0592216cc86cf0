import Box from '@mui/material/Box'

/** What went wrong, as far as two lines hold; the whole of it when pointed at. */
export const ErrorText = ({ children }: { children: string | null }) => (
  <Box
    component="span"
    title={children ?? undefined}
    sx={{
      display: '-webkit-box',
      WebkitLineClamp: 2,
      WebkitBoxOrient: 'vertical',
      overflow: 'hidden',
      overflowWrap: 'anywhere',
      whiteSpace: 'normal',
    }}
  >
    {children ?? '–'}
  </Box>
)
