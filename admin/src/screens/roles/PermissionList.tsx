import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { PermissionMark } from './PermissionMark.js'
import type { Group } from './model.js'

interface PermissionListProps {
  groups: readonly Group[]
  isHeld: (name: string) => boolean
  /** Returns the label of the mark: "Editor may: See people". */
  labelFor: (description: string, isHeld: boolean) => string
  /** Content below a permission. */
  detail?: (name: string) => ReactNode
}

/** Permissions by domain, each marked as granted or not. */
export const PermissionList = ({ groups, ...rest }: PermissionListProps) =>
  groups.map((group) => <GroupList key={group.domain} group={group} {...rest} />)

interface GroupListProps extends Omit<PermissionListProps, 'groups'> {
  group: Group
}

function GroupList({ group, isHeld, labelFor, detail }: GroupListProps) {
  const id = useId()
  return (
    <Box sx={{ px: 3, py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="body2" component="h3" id={id} color="textSecondary">
        {group.label}
      </Typography>
      <Box component="ul" aria-labelledby={id} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {group.permissions.map(({ name, description }) => (
          <Box component="li" key={name} sx={{ display: 'flex', gap: 1.25, pt: 1 }}>
            <PermissionMark isHeld={isHeld(name)} label={labelFor(description, isHeld(name))} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              {description}
              <Typography variant="caption" component="div" color="textSecondary">
                {detail?.(name) || name}
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
