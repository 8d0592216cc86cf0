import type { Belongings, OauthConfig, User } from '@crossdock/client'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import {
  ConfirmDialog,
  ErrorState,
  RowsSkeleton,
  useAction,
  usePermissions,
  useRead,
  useSession,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { affected, nameOf } from '../model.js'

/** Says what is deleted with a person, asks for new owners, and removes the person. */
export default function RemoveDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`users.remove.${key}`, { name: nameOf(user) })
  const [successor, setSuccessor] = useState<User | null>(null)
  const query = successor ? `?successor=${encodeURIComponent(successor.id)}` : ''
  const remove = useAction(() => ({ path: `users/${user.id}${query}`, method: 'DELETE' }), {
    invalidates: [...affected, 'assets', 'integrations'],
    success: { title: text('done') },
    error: { fallback: text('failed') },
    onSuccess: onClose,
  })
  // The event of the removal may arrive before its answer. Stop reading what the removed person owns.
  const isThere = !remove.isPending && !remove.isSuccess
  const read = useRead<Belongings>(['users', user.id, 'belongings'], { enabled: isThere })
  const owned = read.data?.belongings
  const [isAsked, setAsked] = useState(false)
  const isMissing = owned !== undefined && owned.length > 0 && !successor
  const confirm = () => {
    if (isMissing) setAsked(true)
    else if (owned) remove.mutate()
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={text('title')}
      description={
        <>
          {text('text')}
          {owned && <SsoWarning />}
          {read.error && (
            <ErrorState plain error={read.error} onRetry={() => void read.refetch()} />
          )}
          {read.isPending && <RowsSkeleton rows={2} />}
          {owned && owned.length > 0 && (
            <>
              <Box sx={{ mt: 1.5 }}>{text('owns')}</Box>
              <Box component="ul" sx={{ m: 0, mt: 0.5, mb: 2, pl: 2.5 }}>
                {owned.map(({ kind, label }) => (
                  <li key={kind}>{label}</li>
                ))}
              </Box>
              <SuccessorInput
                user={user}
                value={successor}
                isMissing={isAsked && isMissing}
                onChange={setSuccessor}
              />
            </>
          )}
        </>
      }
      confirmLabel={text('action')}
      pending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

/** Warns that single sign-on lets a removed person in again as a new person, and says how to prevent that. */
function SsoWarning() {
  const translate = useTranslate()
  const query = { filter: '{"isActive":true}', range: '[0,0]' }
  const enabled = usePermissions().can('sso.read')
  const active = useRead<OauthConfig[]>('oauth-configs', { query, enabled })
  if (!active.data?.length) return null
  return (
    <Typography component="span" variant="body2" sx={{ display: 'block', mt: 1.5 }}>
      {translate('users.remove.comesBack')}
    </Typography>
  )
}

interface SuccessorInputProps {
  user: User
  value: User | null
  isMissing: boolean
  onChange: (user: User | null) => void
}

/** Finds a person who may sign in by part of the name or address. */
function SuccessorInput({ user, value, isMissing, onChange }: SuccessorInputProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const me = useSession().data?.user.id
  const filter = { isActive: true, ...(typed ? { search: typed } : {}) }
  const found = useRead<User[]>('users', {
    query: { filter: JSON.stringify(filter), range: '[0,19]' },
    keepPrevious: true,
  })
  const others = (found.data ?? []).filter(({ id }) => id !== user.id)
  // The person who removes the other one is the most likely new owner.
  const options = others.toSorted((one, other) => Number(other.id === me) - Number(one.id === me))
  return (
    <Autocomplete<User>
      options={options}
      value={value}
      onChange={(_event, chosen) => onChange(chosen)}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      filterOptions={(all) => all}
      getOptionLabel={(one) =>
        nameOf(one) === one.email ? one.email : `${nameOf(one)} (${one.email})`
      }
      isOptionEqualToValue={(one, other) => one.id === other.id}
      loading={found.isFetching}
      loadingText={translate('kit.loading')}
      noOptionsText={translate('users.noMatch')}
      renderInput={(params) => (
        <TextField
          {...params}
          label={translate('users.remove.successor')}
          required
          error={isMissing}
          helperText={isMissing ? translate('users.remove.successorMissing') : undefined}
        />
      )}
    />
  )
}
