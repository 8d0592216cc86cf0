import type { Permission } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { usePermissions } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { useGroups, type Group } from './model.js'

interface PermissionFieldsProps {
  permissions: readonly Permission[]
  /** Permissions of the role that no installed plugin declares. */
  unknown: readonly string[]
}

/** A checkbox for each permission, by domain. */
export function PermissionFields({ permissions, unknown }: PermissionFieldsProps) {
  const translate = useTranslate()
  const { field } = useController<{ permissions: string[] }, 'permissions'>({
    name: 'permissions',
  })
  const held = field.value ?? []
  const turn = (name: string, on: boolean) =>
    field.onChange(on ? [...held, name] : held.filter((one) => one !== name))
  return (
    <div>
      <Typography variant="body2" component="h3" sx={{ fontWeight: 500, mb: 1 }}>
        {translate('roles.form.permissions')}
      </Typography>
      <Box
        sx={{
          border: 1,
          borderColor: 'divider',
          borderRadius: 2,
          '& > *:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        {useGroups(permissions, unknown).map((group) => (
          <GroupFields key={group.domain} group={group} held={held} onTurn={turn} />
        ))}
      </Box>
      {held.length === 0 && (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {translate('roles.form.nothing')}
        </Alert>
      )}
    </div>
  )
}

interface GroupFieldsProps {
  group: Group
  held: readonly string[]
  onTurn: (name: string, on: boolean) => void
}

function GroupFields({ group, held, onTurn }: GroupFieldsProps) {
  const id = useId()
  return (
    <Box role="group" aria-labelledby={id} sx={{ px: 1.75, py: 1.25 }}>
      <Typography variant="caption" component="h4" id={id} color="textSecondary">
        {group.label}
      </Typography>
      {group.permissions.map((permission) => (
        <PermissionBox
          key={permission.name}
          permission={permission}
          isHeld={held.includes(permission.name)}
          onTurn={(on) => onTurn(permission.name, on)}
        />
      ))}
    </Box>
  )
}

interface PermissionBoxProps {
  permission: Permission
  isHeld: boolean
  onTurn: (on: boolean) => void
}

function PermissionBox({ permission, isHeld, onTurn }: PermissionBoxProps) {
  const translate = useTranslate()
  const mayGive = usePermissions().can(permission.name)
  return (
    <FormControlLabel
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        mr: 0,
        py: 0.25,
        '& .MuiCheckbox-root': { py: 0.25 },
      }}
      // A permission the role already has may be removed, and added again.
      disabled={!mayGive && !isHeld}
      control={<Checkbox size="small" checked={isHeld} onChange={(_, on) => onTurn(on)} />}
      label={
        <>
          {/* The space separates the words for screen readers. */}
          {permission.description}{' '}
          <Typography variant="caption" component="span" color="textSecondary" sx={{ ml: 0.5 }}>
            {permission.name}
          </Typography>
          {!mayGive && !isHeld && (
            <Typography variant="caption" component="div" color="textSecondary">
              {translate('roles.form.lacking')}
            </Typography>
          )}
        </>
      }
    />
  )
}
