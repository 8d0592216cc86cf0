import type { User } from '@crossdock/client'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { usePermissions, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { nameOf } from '../../users/model.js'
import { useRoles } from '../../users/use_roles.js'
import { isSame, type Grant } from './model.js'

type Subject = Omit<Grant, 'level'>

interface Option extends Subject {
  label: string
}

interface SubjectInputProps {
  /** Subjects that are already in the list. */
  taken: readonly Grant[]
  onChosen: (subject: Subject) => void
}

/** Finds a role, or a person by part of the name or address. */
export function SubjectInput({ taken, onChosen }: SubjectInputProps) {
  const translate = useTranslate()
  const [typed, setTyped] = useState('')
  const roles = useRoles()
  const mayRead = usePermissions().can('users.read')
  const filter = typed ? { search: typed } : {}
  const found = useRead<User[]>('users', {
    query: { filter: JSON.stringify(filter), range: '[0,19]' },
    keepPrevious: true,
    enabled: mayRead,
  })
  const ofRoles = roles.choices
    .filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))
    .map(({ id, name }): Option => ({ kind: 'role', id, name: null, label: name }))
  const ofPeople = (found.data ?? []).map((user): Option => {
    const name = nameOf(user)
    const label = name === user.email ? name : `${name} (${user.email})`
    return { kind: 'user', id: user.id, name, label }
  })
  const options = [...ofRoles, ...ofPeople].filter(
    (option) => !taken.some((grant) => isSame(grant, option))
  )
  return (
    <Autocomplete<Option>
      options={options}
      value={null}
      inputValue={typed}
      blurOnSelect={false}
      onChange={(_event, chosen) => {
        if (!chosen) return
        const { kind, id, name } = chosen
        onChosen({ kind, id, name })
        setTyped('')
      }}
      onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
      filterOptions={(all) => all}
      groupBy={({ kind }) => translate(`assets.permissions.${kind}s`)}
      getOptionKey={({ kind, id }) => `${kind} ${id}`}
      loading={found.isFetching}
      loadingText={translate('kit.loading')}
      noOptionsText={translate('assets.permissions.noMatch')}
      renderInput={(params) => (
        <TextField
          {...params}
          hiddenLabel
          size="small"
          placeholder={translate('assets.permissions.add')}
          inputProps={{ ...params.inputProps, 'aria-label': translate('assets.permissions.add') }}
        />
      )}
    />
  )
}
