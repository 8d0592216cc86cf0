import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslate } from 'ra-core'
import { Link as RouterLink } from 'react-router-dom'
import { contractPath, isRunning, syncPath, type SyncContract } from '../model.js'
import { Bar, shareOf } from './Bar.js'
import { useSentences } from './use_sentences.js'

/** One line that says how a contract is, with the way to what a person must do; a bar while it syncs. */
export function TruthLine({ contract }: { contract: SyncContract }) {
  const translate = useTranslate()
  const { sentence, tone, way } = useSentences().ofContract(contract)
  const { progress } = contract.state
  const conflicts = `${syncPath}?tab=conflicts&filter=${encodeURIComponent(JSON.stringify({ contractId: contract.id }))}`
  return (
    <Box sx={{ fontSize: '0.8125rem', minWidth: 0 }}>
      <Box
        component="p"
        sx={{
          ...{ m: 0, overflowWrap: 'anywhere' },
          color: ({ palette }) => (tone ? palette.tones[tone].fg : palette.text.secondary),
        }}
      >
        {sentence}
        {way && (
          <>
            {' '}
            <Link
              component={RouterLink}
              color="inherit"
              underline="always"
              to={way === 'resolve' ? conflicts : contractPath(contract)}
              onClick={(event) => event.stopPropagation()}
            >
              {translate(`sync.${way}`)}
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
