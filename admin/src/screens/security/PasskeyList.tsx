import type { Passkey, UserSession } from '@crossdock/client'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  EmptyState,
  Icon,
  lazyPart,
  LoadedList,
  RowsSkeleton,
  Section,
  useRead,
} from '@crossdock/admin/kit'
import { KeyRound, Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { browser } from '../../data/passkeys.js'
import { useDeviceName } from './device.js'
import { PasskeyRow } from './PasskeyRow.js'
import { PlainRows } from './PlainRow.js'

const AddPasskey = lazyPart(() => import('./AddPasskey.js'))

/** The passkeys of the signed-in person. */
export function PasskeyList() {
  const translate = useTranslate()
  const text = (key: string) => translate(`security.passkeys.${key}`)
  const [isAdding, setAdding] = useState(false)
  const passkeys = useRead<Passkey[]>('passkeys')
  // The same query as the list of sessions next to it.
  const sessions = useRead<UserSession[]>('sessions', { query: { limit: 1000 } })
  const deviceName = useDeviceName()
  const here = sessions.data?.find(({ isCurrent }) => isCurrent)
  const can = browser.canUsePasskeys()
  return (
    <Section
      flush
      title={text('title')}
      description={text('text')}
      actions={
        can && (
          <Button
            variant="contained"
            startIcon={<Icon icon={Plus} />}
            onPointerEnter={AddPasskey.preload}
            onClick={() => setAdding(true)}
          >
            {text('add')}
          </Button>
        )
      }
    >
      {!can && (
        <Typography variant="body2" sx={{ px: { xs: 2, sm: 2.5 }, pb: 2 }}>
          {text('cannot')}
        </Typography>
      )}
      <LoadedList
        plain
        read={passkeys}
        skeleton={<RowsSkeleton rows={2} />}
        empty={
          <EmptyState
            plain
            icon={KeyRound}
            title={text('none')}
            description={can && text('noneText')}
          />
        }
      >
        {(items) => (
          <PlainRows label={text('title')}>
            {items.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </PlainRows>
        )}
      </LoadedList>
      {isAdding && (
        <AddPasskey suggested={here ? deviceName(here) : ''} onClose={() => setAdding(false)} />
      )}
    </Section>
  )
}
