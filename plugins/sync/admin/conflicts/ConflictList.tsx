import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { LoadedList, RelativeTime, RowsSkeleton, useRead } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { conflictPath, fileName, POLL, type SyncConflict } from '../model.js'
import { Resolution } from './Resolution.js'

/** The open and the most recently resolved conflicts. */
export function ConflictList({ openId }: { openId: string }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`sync.conflicts.${key}`)
  const open = useConflicts('open', 50)
  const resolved = useConflicts('resolved', 8)
  return (
    <nav aria-label={text('list')}>
      <Typography variant="h2" sx={{ px: 1.25, mb: 1 }}>
        {translate('sync.tabs.conflicts')}
      </Typography>
      <LoadedList
        plain
        read={open}
        skeleton={<RowsSkeleton rows={3} />}
        empty={
          <Typography variant="body2" color="textSecondary" sx={{ px: 1.25 }}>
            {text('empty')}
          </Typography>
        }
      >
        {(list) => (
          <Entries>
            {list.map((conflict) => (
              <Entry key={conflict.id} conflict={conflict} isOpen={conflict.id === openId}>
                {conflict.contractName} · <RelativeTime time={conflict.openedAt} />
              </Entry>
            ))}
          </Entries>
        )}
      </LoadedList>
      {resolved.data && resolved.data.length > 0 && (
        <>
          <Typography
            variant="body2"
            component="h3"
            color="textSecondary"
            sx={{ px: 1.25, mt: 2.5, mb: 0.75 }}
          >
            {text('resolvedLast')}
          </Typography>
          <Entries>
            {resolved.data.map((conflict) => (
              <Entry key={conflict.id} conflict={conflict} isOpen={conflict.id === openId}>
                <Resolution conflict={conflict} />
              </Entry>
            ))}
          </Entries>
        </>
      )}
    </nav>
  )
}

const useConflicts = (state: SyncConflict['state'], most: number) =>
  useRead<SyncConflict[]>('sync-contracts/conflicts', {
    query: { filter: JSON.stringify({ state }), range: `[0,${most - 1}]` },
    refetchInterval: POLL,
  })

const Entries = ({ children }: { children: ReactNode }) => (
  <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
    {children}
  </Box>
)

interface EntryProps {
  conflict: SyncConflict
  isOpen: boolean
  children: ReactNode
}

const Entry = ({ conflict, isOpen, children }: EntryProps) => (
  <li>
    <Box
      component={Link}
      to={conflictPath(conflict)}
      replace
      aria-current={isOpen || undefined}
      sx={{
        display: 'block',
        px: 1.25,
        py: 1,
        borderRadius: '8px',
        color: 'text.primary',
        textDecoration: 'none',
        overflowWrap: 'anywhere',
        '&:hover': { bgcolor: ({ palette }) => palette.surface.hover },
        '&[aria-current]': { bgcolor: ({ palette }) => palette.surface.selected },
        '&:focus-visible': {
          outline: ({ palette }) => `2px solid ${palette.accent}`,
          outlineOffset: -2,
        },
      }}
    >
      <Box component="span" sx={{ display: 'block', fontWeight: 500 }}>
        {fileName(conflict.path)}
      </Box>
      <Typography variant="caption" color="textSecondary" component="span">
        {children}
      </Typography>
    </Box>
  </li>
)
