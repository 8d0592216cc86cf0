import type { EventType, Role, User } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { FolderOpen } from 'lucide-react'
import { useTranslate, type Validator } from 'ra-core'
import { useState } from 'react'
import {
  AutocompleteArrayInput,
  AutocompleteInput,
  ReferenceArrayInput,
  ReferenceInput,
  TextArrayInput,
} from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { usePermissions } from '../data/session.js'
import { useRead } from '../data/useRead.js'
import { FolderDialog } from '../folders/FolderDialog.js'
import { Icon } from '../Icon.js'

interface ChoiceInputProps {
  source: string
  label: string
  helperText?: string | undefined
  validate?: Validator[]
}

const bySearch = (search: string) => (search ? { search } : {})

/** The name of a person, or the email address of a person without a name. */
const nameOf = ({ firstName, lastName, email }: User) =>
  [firstName, lastName].filter(Boolean).join(' ') || email

/** Chooses people of the organization by part of their name. Without the permission `users.read` it takes ids. */
export function PeopleInput(props: ChoiceInputProps) {
  const translate = useTranslate()
  if (!usePermissions().can('users.read')) return <TextArrayInput {...props} />
  const { source, ...field } = props
  return (
    <ReferenceArrayInput
      source={source}
      reference="users"
      sort={{ field: 'email', order: 'ASC' }}
      perPage={25}
    >
      <AutocompleteArrayInput
        {...field}
        optionText={nameOf}
        filterToQuery={bySearch}
        noOptionsText={translate('kit.list.noMatch')}
      />
    </ReferenceArrayInput>
  )
}

/** Chooses roles by name. Without the permission `roles.read` it takes keys. */
export function RolesInput(props: ChoiceInputProps) {
  const translate = useTranslate()
  const canRead = usePermissions().can('roles.read')
  const { data } = useRead<Role[]>('roles', { query: { range: '[0,199]' }, enabled: canRead })
  if (!canRead) return <TextArrayInput {...props} />
  const choices = (data ?? []).map(({ key, name, isBuiltIn }) => ({
    id: key,
    name: isBuiltIn ? translate(`users.role.${key}`, { _: name }) : name,
  }))
  return <AutocompleteArrayInput {...props} choices={choices} />
}

/** Chooses event types among those that the person may read. */
export function EventTypesInput(props: ChoiceInputProps) {
  const { can } = usePermissions()
  const { data } = useRead<EventType[]>('events/types')
  const choices = (data ?? [])
    .filter(({ permission }) => !permission || can(permission))
    .map(({ name, description }) => ({
      id: name,
      name: `${name.replaceAll('_', ' ')} (${description})`,
    }))
  return <AutocompleteArrayInput {...props} choices={choices} />
}

/** Chooses a folder by part of its name, or in the tree. The value is its id. */
export function FolderIdInput(props: ChoiceInputProps) {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const canSee = usePermissions().can('assets.read')
  const [isChoosing, setChoosing] = useState(false)
  const { source, ...field } = props
  return (
    <Box sx={{ minWidth: 0 }}>
      <ReferenceInput source={source} reference="assets" filter={{ type: 'folder' }}>
        <AutocompleteInput
          {...field}
          optionText="name"
          filterToQuery={bySearch}
          filterSelectedOptions={false}
          noOptionsText={translate('kit.list.noMatch')}
        />
      </ReferenceInput>
      {canSee && (
        <Button
          size="small"
          startIcon={<Icon icon={FolderOpen} />}
          aria-label={translate('kit.folders.chooseFor', { label: props.label })}
          onClick={() => setChoosing(true)}
          sx={{ mt: 0.5 }}
        >
          {translate('kit.folders.chooseOne')}
        </Button>
      )}
      {isChoosing && (
        <FolderDialog
          onChoose={(_path, id) =>
            setValue(source, id, { shouldDirty: true, shouldValidate: true })
          }
          onClose={() => setChoosing(false)}
        />
      )}
    </Box>
  )
}
