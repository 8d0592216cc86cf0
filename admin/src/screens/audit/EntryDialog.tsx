import type { AuditEntry } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { CodeBlock, PlainDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { exactTime } from './ExactTime.js'
import { entriesOf } from './one_person.js'
import { useEntryText, useActorName } from './entry_texts.js'

interface EntryDialogProps {
  entry: AuditEntry
  onClose: () => void
}

/** All sealed fields of one entry. */
export function EntryDialog({ entry, onClose }: EntryDialogProps) {
  const translate = useTranslate()
  const who = useActorName()
  const whatHappened = useEntryText()
  const { seq, person, details, erased, hash } = entry
  const thing = (type: string | null, id: string | null) => (id ? `${type ?? ''} ${id}` : null)
  const lines: [key: string, value: string | null][] = [
    ['seq', String(seq)],
    ['time', exactTime(entry.createdAt)],
    ['person', person ? `${person.name} (${person.email})` : who(entry)],
    ['userId', entry.userId],
    ['actor', thing(entry.actorType, entry.actorId)],
    ['event', entry.eventType],
    ['target', thing(entry.targetType, entry.targetId)],
    ['source', thing(entry.sourceType, entry.sourceId)],
    ['environment', entry.environmentId],
    ['cause', entry.causeId],
    ['hash', hash],
  ]
  return (
    <PlainDialog title={whatHappened(entry)} maxWidth="md" onClose={onClose}>
      <Box sx={{ px: 3, pb: 3 }}>
        <Box
          component="dl"
          sx={{
            m: 0,
            mb: 2,
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: 'max-content 1fr' },
            columnGap: 3,
            rowGap: 0.75,
          }}
        >
          {lines.map(
            ([key, value]) =>
              value && (
                <Box key={key} sx={{ display: 'contents' }}>
                  <Typography component="dt" variant="body2" color="textSecondary">
                    {translate(`audit.column.${key}`)}
                  </Typography>
                  <Typography
                    component="dd"
                    variant="body2"
                    sx={{ m: 0, overflowWrap: 'anywhere' }}
                  >
                    {value}
                  </Typography>
                </Box>
              )
          )}
        </Box>
        {erased.includes('details') ? (
          <Typography variant="body2">{translate('audit.detailsErased')}</Typography>
        ) : (
          details && <CodeBlock label={translate('audit.details')} data={details} />
        )}
        {entry.userId && (
          <Button
            variant="outlined"
            component={Link}
            to={entriesOf(entry.userId)}
            onClick={onClose}
            sx={{ mt: 2 }}
          >
            {translate('audit.ofPerson')}
          </Button>
        )}
      </Box>
    </PlainDialog>
  )
}
