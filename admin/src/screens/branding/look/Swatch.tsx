import Box from '@mui/material/Box'
import { mono } from '@crossdock/admin/kit'

/** A color sample next to its name. */
export const Swatch = ({ color }: { color: string }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
    <Box
      component="span"
      sx={{
        width: 16,
        height: 16,
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        bgcolor: color,
      }}
    />
    <Box component="code" sx={{ fontFamily: mono, fontSize: '0.8125rem' }}>
      {color}
    </Box>
  </Box>
)
