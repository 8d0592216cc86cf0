import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useTranslate } from 'ra-core'
import { useState, type ReactNode } from 'react'
import { sideNames, type SyncConflict, type SyncContract } from '../model.js'
import { Conflict } from './Conflict.js'

interface SeenConflictProps {
  conflict: SyncConflict
  contract: SyncContract
  back: ReactNode
}

/**
 * A conflict with the versions that the person has seen. If the file changes again, the person decides when the new
 * versions replace them, because this discards the choices.
 */
export function SeenConflict({ conflict, contract, back }: SeenConflictProps) {
  const translate = useTranslate()
  const [seen, setSeen] = useState(conflict)
  const isChanged = conflict.state === 'open' && versionsOf(conflict) !== versionsOf(seen)
  return (
    <>
      {isChanged && (
        <Alert
          severity="warning"
          sx={{ mb: 2 }}
          action={
            <Button color="inherit" size="small" onClick={() => setSeen(conflict)}>
              {translate('sync.conflict.showNew')}
            </Button>
          }
        >
          {translate('sync.conflict.changedAgain')}
        </Alert>
      )}
      <Conflict
        key={versionsOf(seen)}
        conflict={isChanged ? seen : conflict}
        contract={contract}
        back={back}
      />
    </>
  )
}

const versionsOf = (conflict: SyncConflict) =>
  sideNames.map((side) => conflict[side]?.hash ?? '').join(' ')
