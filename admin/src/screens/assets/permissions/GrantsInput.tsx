import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { ShieldCheck, UserRound, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useRoles } from '../../users/use_roles.js'
import { isSame, type Grant, type PermissionsForm } from './model.js'
import { SubjectInput } from './SubjectInput.js'

/** The people and roles a folder names, with what each may do. One that is open to everybody names nobody. */
export function GrantsInput() {
  const translate = useTranslate()
  const roles = useRoles()
  const everyone = useWatch<PermissionsForm, 'everyone'>({ name: 'everyone' })
  const { setValue } = useFormContext<PermissionsForm>()
  const { field, fieldState } = useController<PermissionsForm, 'grants'>({ name: 'grants' })
  const isOpen = everyone === 'write'
  const grants = isOpen ? [] : field.value
  const nameOf = ({ kind, id, name }: Grant) =>
    kind === 'role' ? roles.nameOf(id) : (name ?? translate('assets.permissions.gone'))
  const change = (grant: Grant, level: Grant['level']) =>
    field.onChange(grants.map((one) => (isSame(one, grant) ? { ...one, level } : one)))
  const add = (subject: Omit<Grant, 'level'>) => {
    // To name somebody says nothing while everybody may do the same.
    if (isOpen) setValue('everyone', 'read', { shouldDirty: true })
    field.onChange([...grants, { ...subject, level: isOpen ? 'write' : 'read' }])
  }
  return (
    <Box role="group" aria-label={translate('assets.permissions.named')}>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {grants.map((grant) => {
          const name = nameOf(grant)
          return (
            <Box
              component="li"
              key={`${grant.kind} ${grant.id}`}
              sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5 }}
            >
              {grant.kind === 'role' ? <ShieldCheck size={16} /> : <UserRound size={16} />}
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{name}</Box>
              <Select
                size="small"
                value={grant.level}
                inputProps={{ 'aria-label': translate('assets.permissions.levelOf', { name }) }}
                onChange={({ target }) => change(grant, target.value as Grant['level'])}
              >
                {(['read', 'write'] as const).map((level) => (
                  <MenuItem key={level} value={level}>
                    {translate(`assets.permissions.grant.${level}`)}
                  </MenuItem>
                ))}
              </Select>
              <IconButton
                size="small"
                aria-label={translate('assets.permissions.remove', { name })}
                onClick={() => field.onChange(grants.filter((one) => !isSame(one, grant)))}
              >
                <X size={16} />
              </IconButton>
            </Box>
          )
        })}
      </Box>
      <SubjectInput taken={grants} onChosen={add} />
      {isOpen && <FormHelperText>{translate('assets.permissions.addToOpen')}</FormHelperText>}
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </Box>
  )
}
