import type { Profile } from '@crossdock/client'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import {
  fieldErrors,
  SaveButton,
  useAction,
  useFields,
  useOnce,
  useUnsavedFields,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { type FormEvent } from 'react'

const names = ['firstName', 'lastName'] as const

const entered = ({ firstName, lastName }: Profile) => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
})
type Entered = ReturnType<typeof entered>

/** The changed fields only, so that changes of the rest from elsewhere stay. */
function changesOf(profile: Profile, fields: Entered): Partial<Entered> {
  const before = entered(profile)
  const changed = names.filter((name) => fields[name] !== before[name])
  return Object.fromEntries(changed.map((name) => [name, fields[name]]))
}

/** The name of the signed-in person, to edit. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`settings.profile.${key}`)
  const form = useFields({ path: 'settings/profile', stored: profile, enter: entered })
  const changes = changesOf(form.base, form.fields)
  const isChanged = Object.keys(changes).length > 0
  const save = useAction<Profile, Partial<Entered>>(
    (body) => ({ path: 'settings/profile', method: 'PUT', body }),
    {
      // The menu shows the name, too.
      invalidates: ['settings/profile', 'session', 'users'],
      success: { title: text('saved') },
      error: { fallback: translate('settings.failed'), inForm: true },
      ifMatch: form.ifMatch,
      onSuccess: form.saved,
    }
  )
  useUnsavedFields({ isChanged, isSaving: save.isPending, discard: form.discard })
  const once = useOnce(true, save.isPending)
  const errors = fieldErrors(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged) once(() => save.mutate(changes))
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        gap: 2,
      }}
    >
      {names.map((field) => (
        <TextField
          key={field}
          label={text(field)}
          value={form.fields[field]}
          error={errors[field] !== undefined}
          helperText={errors[field]}
          onChange={({ target }) => {
            form.set({ [field]: target.value })
            if (!save.isPending) save.reset()
          }}
          slotProps={{
            htmlInput: {
              maxLength: 100,
              autoComplete: field === 'firstName' ? 'given-name' : 'family-name',
            },
          }}
        />
      ))}
      <Box sx={{ gridColumn: '1 / -1' }}>
        <SaveButton disabled={!isChanged || save.isPending}>{text('save')}</SaveButton>
      </Box>
    </Box>
  )
}
