import Box from '@mui/material/Box'
import { mono } from '@crossdock/admin/kit'
import { shortClientId } from '../model.js'

/** The first 8 characters of an agent's public id. */
export const ClientId = ({ of }: { of: { clientId: string } }) => (
  <Box
    component="span"
    sx={{ fontFamily: mono, fontSize: '0.78125rem', color: 'text.secondary', whiteSpace: 'nowrap' }}
  >
    {shortClientId(of)}
  </Box>
)
