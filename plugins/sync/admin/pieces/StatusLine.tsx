import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { contractPath, isRunning, syncPath, type SyncContract } from '../model.js'
import { Bar, shareOf } from './Bar.js'
import { useContractTexts } from './use_contract_texts.js'

/** The state of a contract in one line, with a link to a needed action; a progress bar during a sync. */
export function StatusLine({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const { sentence, tone, action } = useContractTexts().statusOf(contract)
  const { progress } = contract.state
  const conflicts = `${syncPath}?tab=conflicts&filter=${encodeURIComponent(JSON.stringify({ contractId: contract.id }))}`
  return (
    <Box sx={{ fontSize: '0.8125rem', minWidth: 0 }}>
      <Box
        component="p"
        sx={{
          m: 0,
          overflowWrap: 'anywhere',
          color: ({ palette }) => (tone ? palette.tones[tone].fg : palette.text.secondary),
        }}
      >
        {sentence}
        {action && (
          <>
            {' '}
            <Link
              component={RouterLink}
              color="inherit"
              underline="always"
              to={action === 'resolve' ? conflicts : contractPath(contract)}
              onClick={(event) => event.stopPropagation()}
            >
              {translate(`sync.${action}`)}
            </Link>
          </>
        )}
      </Box>
      {isRunning(contract) && progress && progress.files > 0 && (
        <Box sx={{ mt: 1 }}>
          <Bar label={translate('sync.state.syncing')} {...shareOf(progress)} />
        </Box>
      )}
    </Box>
  )
}
