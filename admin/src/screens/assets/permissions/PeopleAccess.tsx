import type { Asset, FolderPermissions } from '@crossdock/client'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import Typography from '@mui/material/Typography'
import {
  ErrorState,
  Icon,
  InitialsAvatar,
  RowsSkeleton,
  useAction,
  usePermissions,
  useTagged,
} from '@crossdock/admin/kit'
import { ShieldCheck, Users } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, type ReactNode } from 'react'
import { useRoles } from '../../users/use_roles.js'
import { isSame, levels, type Access, type Grant } from './model.js'
import { SubjectInput } from './SubjectInput.js'

interface PeopleAccessProps {
  asset: Asset
  /** Called with whether the folder is restricted, also before a choice is saved. */
  onRestricted?: (isRestricted: boolean) => void
}

/** Who can open a file or folder. For a folder, each choice is saved immediately. */
export function PeopleAccess({ asset, onRestricted }: PeopleAccessProps) {
  const translate = useTranslate()
  if (asset.type === 'folder') return <FolderAccess folder={asset} onRestricted={onRestricted} />
  return (
    <Typography variant="body2" color="textSecondary">
      {translate(`assets.permissions.ofFile.${asset.access}`)}
    </Typography>
  )
}

interface FolderAccessProps {
  folder: Asset
  onRestricted: PeopleAccessProps['onRestricted']
}

function FolderAccess({ folder, onRestricted }: FolderAccessProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`assets.permissions.${key}`, values)
  const mayChange = usePermissions().can('assets.permissions')
  const roles = useRoles()
  const path = ['assets', folder.id, 'permissions']
  const read = useTagged<FolderPermissions>(path)
  const save = useAction<FolderPermissions, Access>(
    ({ everyone, grants }) => ({
      path: path.join('/'),
      method: 'PUT',
      body: { everyone, grants: grants.map(({ kind, id, level }) => ({ kind, id, level })) },
    }),
    {
      ifMatch: async () => read.data?.tag,
      invalidates: ['assets', 'folders'],
      error: { fallback: text('failed', { name: folder.name }) },
    }
  )
  const known = read.data?.data
  const isRestricted =
    known &&
    ((save.isPending ? save.variables : known).everyone !== 'write' || known.inherited.length > 0)
  useEffect(() => {
    if (isRestricted !== undefined) onRestricted?.(isRestricted)
  }, [isRestricted, onRestricted])
  if (read.error) {
    return <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
  }
  if (!read.data) return <RowsSkeleton rows={3} />
  const { inherited, ...present } = read.data.data
  const isWaiting = save.isPending || read.isFetching
  const { everyone, grants } = save.isPending ? save.variables : (present as Access)
  const isOpen = everyone === 'write'
  const nameOf = ({ kind, id, name }: Grant) =>
    kind === 'role' ? roles.nameOf(id) : (name ?? text('gone'))
  // Wait until the last choice is saved and reloaded, because the next one needs its tag.
  const set = (next: Partial<Access>) => {
    if (!isWaiting) save.mutate({ everyone, grants, ...next })
  }
  const add = (subject: Omit<Grant, 'level'>) =>
    // An entry in an open folder would have no effect, because everyone may edit it.
    set(
      isOpen
        ? { everyone: 'read', grants: [{ ...subject, level: 'write' }] }
        : { grants: [...grants, { ...subject, level: 'read' }] }
    )
  const change = (grant: Grant, level: string) =>
    set({
      grants:
        level === 'remove'
          ? grants.filter((one) => !isSame(one, grant))
          : grants.map((one) =>
              isSame(one, grant) ? { ...one, level: level as Grant['level'] } : one
            ),
    })
  return (
    <Box role="group" aria-label={text('people')}>
      {mayChange && <SubjectInput taken={grants} onChosen={add} />}
      {mayChange && isOpen && <FormHelperText>{text('addToOpen')}</FormHelperText>}
      <Box component="ul" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        <Row icon={<RoundIcon icon={ShieldCheck} />} name={text('admins')}>
          <Note>{text('always')}</Note>
        </Row>
        {grants.map((grant) => {
          const name = nameOf(grant)
          const isRole = grant.kind === 'role'
          return (
            <Row
              key={`${grant.kind} ${grant.id}`}
              icon={isRole ? <RoundIcon icon={ShieldCheck} /> : <InitialsAvatar name={name} />}
              name={name}
              about={isRole ? text('role') : undefined}
            >
              <Level
                label={text('levelOf', { name })}
                value={grant.level}
                choices={['read', 'write', 'remove']}
                disabled={!mayChange}
                onChange={(level) => change(grant, level)}
              />
            </Row>
          )
        })}
        <Row icon={<RoundIcon icon={Users} />} name={text('everyone')} about={text('everyoneText')}>
          <Level
            label={text('levelOf', { name: text('everyone') })}
            value={everyone}
            choices={levels}
            disabled={!mayChange}
            onChange={(level) =>
              // An open folder has no entries, because everyone may edit it.
              set({
                everyone: level as Access['everyone'],
                ...(level === 'write' && { grants: [] }),
              })
            }
          />
        </Row>
      </Box>
      {inherited.length > 0 && (
        <FormHelperText>
          {text('inherited', {
            folders: inherited.map(({ name }) => name).join(', '),
            smart_count: inherited.length,
          })}
        </FormHelperText>
      )}
      {mayChange && <FormHelperText>{text('text')}</FormHelperText>}
    </Box>
  )
}

const RoundIcon = ({ icon }: { icon: typeof Users }) => (
  <Box
    aria-hidden
    sx={{
      flex: 'none',
      display: 'grid',
      placeItems: 'center',
      width: 28,
      height: 28,
      borderRadius: '50%',
      bgcolor: (theme) => theme.palette.surface.selected,
    }}
  >
    <Icon icon={icon} size={15} />
  </Box>
)

const Note = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" color="textSecondary">
    {children}
  </Typography>
)

interface RowProps {
  icon: ReactNode
  name: string
  about?: string | undefined
  children: ReactNode
}

const Row = ({ icon, name, about, children }: RowProps) => (
  <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minHeight: 44 }}>
    {icon}
    <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography sx={{ fontWeight: 500 }}>{name}</Typography>
      {about && (
        <Typography variant="caption" component="p" color="textSecondary">
          {about}
        </Typography>
      )}
    </Box>
    {children}
  </Box>
)

interface LevelProps {
  label: string
  value: string
  choices: readonly string[]
  disabled: boolean
  onChange: (level: string) => void
}

function Level({ label, value, choices, disabled, onChange }: LevelProps) {
  const translate = useTranslate()
  const name = (choice: string) =>
    translate(`assets.permissions.${choice === 'remove' ? choice : `level.${choice}`}`)
  return (
    <Select
      size="small"
      variant="standard"
      disableUnderline
      value={value}
      disabled={disabled}
      inputProps={{ 'aria-label': label }}
      onChange={({ target }) => onChange(target.value)}
      sx={{ fontSize: '0.875rem', color: 'text.secondary' }}
    >
      {choices.map((choice) => (
        <MenuItem key={choice} value={choice}>
          {name(choice)}
        </MenuItem>
      ))}
    </Select>
  )
}
