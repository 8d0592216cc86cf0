import type { User } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import {
  EmptyState,
  InitialsAvatar,
  LoadedList,
  PlainDialog,
  RowsSkeleton,
  SearchField,
  useRead,
} from '@crossdock/admin/kit'
import { UserX } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { PersonPermissionList } from './PersonPermissionList.js'

interface PersonDialogProps {
  /** The person in the address. */
  personId: string | undefined
  onClose: () => void
}

/** Asks for a person, then shows their permissions and where these come from. */
export default function PersonDialog({ personId, onClose }: PersonDialogProps) {
  const translate = useTranslate()
  const [chosen, setChosen] = useState(personId)
  const text = (key: string) => translate(`roles.person.${key}`)
  return (
    <PlainDialog
      title={text('title')}
      description={chosen === undefined ? text('text') : undefined}
      onClose={onClose}
      footer={
        chosen !== undefined && (
          <Button onClick={() => setChosen(undefined)}>{text('another')}</Button>
        )
      }
    >
      {chosen === undefined ? (
        <PersonChoice onChoose={setChosen} />
      ) : (
        <PersonPermissionList id={chosen} />
      )}
    </PlainDialog>
  )
}

/** Number of people shown at once; typing narrows the list. */
const MOST = 20

function PersonChoice({ onChoose }: { onChoose: (id: string) => void }) {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const people = useRead<User[]>('users', {
    query: {
      range: JSON.stringify([0, MOST - 1]),
      ...(search.trim() ? { filter: JSON.stringify({ search: search.trim() }) } : {}),
    },
    keepPrevious: true,
  })
  return (
    <>
      <Box sx={{ px: 3, pt: 0.5, pb: 2 }}>
        <SearchField
          placeholder={translate('roles.person.find')}
          value={search}
          onChange={setSearch}
          autoFocus
        />
      </Box>
      <LoadedList
        read={people}
        plain
        skeleton={<RowsSkeleton rows={5} />}
        empty={<EmptyState plain icon={UserX} title={translate('roles.person.none')} />}
      >
        {(found) => (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {found.map((person) => (
              <Box component="li" key={person.id} sx={{ borderTop: 1, borderColor: 'divider' }}>
                <PersonButton person={person} onChoose={() => onChoose(person.id)} />
              </Box>
            ))}
          </Box>
        )}
      </LoadedList>
    </>
  )
}

function PersonButton({ person, onChoose }: { person: User; onChoose: () => void }) {
  const name = [person.firstName, person.lastName].filter(Boolean).join(' ')
  return (
    <ButtonBase
      onClick={onChoose}
      sx={{
        width: 1,
        px: 3,
        py: 1.25,
        gap: 1.5,
        justifyContent: 'flex-start',
        textAlign: 'left',
        '&:hover, &.Mui-focusVisible': { bgcolor: 'action.hover' },
      }}
    >
      <InitialsAvatar person={person} size={32} />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {name || person.email}
        </Typography>
        {name && (
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {person.email}
          </Typography>
        )}
      </Box>
    </ButtonBase>
  )
}
