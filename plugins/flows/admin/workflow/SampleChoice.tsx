import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItemButton from '@mui/material/ListItemButton'
import Typography from '@mui/material/Typography'
import {
  formatRelative,
  LoadedList,
  PlainDialog,
  RowsSkeleton,
  SearchField,
  useRead,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { SampleKind } from './use_sample.js'

interface SampleChoiceProps {
  kind: Exclude<SampleKind, 'data'>
  workflowId: string
  onChoose: (id: string, name: string) => void
  onClose: () => void
}

interface Choice {
  id: string
  name: string
  at: string
}

interface Listed {
  id: string
  name?: string
  executionId?: string
  assetName?: string | null
  eventType?: string
  targetName?: string | null
  createdAt: string
  updatedAt?: string
}

const lists = { file: 'assets', run: 'flow-executions', event: 'events' } as const

/** Chooses a file, an event or an earlier run, newest first. */
export function SampleChoice({ kind, workflowId, onChoose, onClose }: SampleChoiceProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.builder.sample.${key}`)
  const [search, setSearch] = useState('')
  const filter = {
    ...(kind === 'file' ? { type: 'file' } : {}),
    ...(kind === 'run' ? { flowId: workflowId } : {}),
    ...(search ? { search } : {}),
  }
  const read = useRead<Listed[]>(lists[kind], {
    query: {
      filter: JSON.stringify(filter),
      sort: `["${kind === 'file' ? 'updatedAt' : 'createdAt'}","DESC"]`,
      range: '[0,49]',
    },
    keepPrevious: true,
  })
  const choices = (all: Listed[]): Choice[] =>
    all.map((one) => ({ id: one.id, name: nameOf(one), at: one.updatedAt ?? one.createdAt }))
  const nameOf = (one: Listed): string =>
    one.eventType
      ? [one.eventType.replaceAll('_', ' '), one.targetName].filter(Boolean).join(' · ')
      : one.executionId
        ? [one.executionId.slice(0, 8), one.assetName].filter(Boolean).join(' · ')
        : (one.name ?? one.id)
  return (
    <PlainDialog title={text(`choose_${kind}`)} onClose={onClose}>
      <Box sx={{ px: 3, pb: 1 }}>
        <SearchField autoFocus placeholder={text('search')} value={search} onChange={setSearch} />
      </Box>
      <Box sx={{ minHeight: 260 }}>
        <LoadedList
          plain
          read={read}
          skeleton={<RowsSkeleton rows={4} />}
          empty={
            <Typography color="textSecondary" sx={{ px: 3, py: 2 }}>
              {text('nothing')}
            </Typography>
          }
        >
          {(items) => (
            <List disablePadding sx={{ px: 1.5, pb: 2 }} aria-label={text(`choose_${kind}`)}>
              {choices(items).map(({ id, name, at }) => (
                <li key={id}>
                  <ListItemButton
                    onClick={() => onChoose(id, name)}
                    sx={{ borderRadius: '8px', minHeight: 44, gap: 1 }}
                  >
                    <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                      {name}
                    </Box>
                    <Typography component="span" variant="body2" color="textSecondary">
                      {formatRelative(at)}
                    </Typography>
                  </ListItemButton>
                </li>
              ))}
            </List>
          )}
        </LoadedList>
      </Box>
    </PlainDialog>
  )
}
