import type { User } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { InitialsAvatar, RowLink } from '@crossdock/admin/kit'
import { nameOf, userPath } from './model.js'

/** Initials, name and address of a person. */
export const UserName = ({ user }: { user: User }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
    <InitialsAvatar person={user} size={34} />
    <Box sx={{ minWidth: 0 }}>
      <RowLink to={userPath(user)}>{nameOf(user)}</RowLink>
      {nameOf(user) !== user.email && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {user.email}
        </Typography>
      )}
    </Box>
  </Box>
)
