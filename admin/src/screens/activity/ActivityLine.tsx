import type { ActivityEntry } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Link from '@mui/material/Link'
import {
  formatInteger,
  Icon,
  LoadedList,
  RelativeTime,
  RowsSkeleton,
  useRead,
} from '@crossdock/admin/kit'
import { ChevronRight } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { useEntityAddress } from '../../registry/use_entity_address.js'

/** Number of entries per request. */
const PAGE = 20

/** One line for all entries that one action of a person caused. The line unfolds into these entries. */
export function ActivityLine({ line }: { line: ActivityEntry }) {
  const [pages, setPages] = useState(0)
  const id = useId()
  const isOpen = pages > 0
  const left = line.count - pages * PAGE
  const translate = useTranslate()
  return (
    <Box onClick={(event) => event.stopPropagation()}>
      <ButtonBase
        disableRipple
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setPages(isOpen ? 0 : 1)}
        sx={{
          gap: 0.5,
          ml: -0.5,
          minHeight: 28,
          font: 'inherit',
          fontWeight: 500,
          textAlign: 'start',
          overflowWrap: 'anywhere',
          borderRadius: '6px',
          '&:hover': { textDecoration: 'underline', textUnderlineOffset: 3 },
          '& svg': {
            flex: 'none',
            transition: 'transform 120ms',
            rotate: isOpen ? '90deg' : '0deg',
          },
        }}
      >
        <Icon icon={ChevronRight} size={16} />
        {line.action}
      </ButtonBase>
      {isOpen && (
        <Box id={id} sx={{ mt: 0.5, ml: 2, borderLeft: 1, borderColor: 'divider', pl: 1.5 }}>
          {Array.from({ length: pages }, (_, page) => (
            <Entries key={page} line={line} page={page} />
          ))}
          {left > 0 && (
            <Button size="small" sx={{ ml: -1 }} onClick={() => setPages(pages + 1)}>
              {translate('activity.more', { count: formatInteger(left) })}
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}

function Entries({ line, page }: { line: ActivityEntry; page: number }) {
  const translate = useTranslate()
  const addressOf = useEntityAddress()
  const first = page * PAGE
  const entries = useRead<ActivityEntry[]>('activity', {
    query: {
      filter: JSON.stringify({ partOf: line.id }),
      sort: '["createdAt","DESC"]',
      range: JSON.stringify([first, first + PAGE - 1]),
    },
  })
  return (
    <LoadedList
      plain
      read={entries}
      skeleton={<RowsSkeleton rows={Math.min(4, line.count - first)} />}
      empty={translate('activity.gone')}
    >
      {(rows) => (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {rows.map((entry) => {
            const to = addressOf(entry)
            return (
              <Box
                component="li"
                key={entry.id}
                sx={{ display: 'flex', gap: 2, py: 0.5, overflowWrap: 'anywhere' }}
              >
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  {to ? (
                    <Link component={RouterLink} to={to} color="inherit" underline="hover">
                      {entry.action}
                    </Link>
                  ) : (
                    entry.action
                  )}
                </Box>
                <Box sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
                  <RelativeTime time={entry.createdAt} />
                </Box>
              </Box>
            )
          })}
        </Box>
      )}
    </LoadedList>
  )
}
