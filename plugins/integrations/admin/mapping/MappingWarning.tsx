import Box from '@mui/material/Box'
import { Icon } from '@crossdock/admin/kit'
import { TriangleAlert } from 'lucide-react'

/** A warning that does not prevent saving or sending. */
export const MappingWarning = ({ children }: { children: string }) => (
  <Box
    component="span"
    sx={{ display: 'flex', gap: 0.75, color: (theme) => theme.palette.tones.warning.fg }}
  >
    <Box component="span" sx={{ flex: 'none', pt: '1px' }}>
      <Icon icon={TriangleAlert} size={14} />
    </Box>
    <span>{children}</span>
  </Box>
)
