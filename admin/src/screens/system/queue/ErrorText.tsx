import Box from '@mui/material/Box'
import { clamp } from '@crossdock/admin/kit'

/** An error on at most two lines; the full text in a tooltip. */
export const ErrorText = ({ children }: { children: string | null }) => (
  <Box
    component="span"
    title={children ?? undefined}
    sx={{
      ...clamp(2),
      whiteSpace: 'normal',
      // Rows of a log have one line.
      'td > &': { display: 'block', textOverflow: 'ellipsis' },
    }}
  >
    {children ?? '–'}
  </Box>
)
