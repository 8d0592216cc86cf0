import type { AuditEntry } from '@crossdock/client'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { AuditList } from './AuditList.js'
import { EntryDialog } from './EntryDialog.js'
import { SealedSection } from './SealedSection.js'

/** The audit of an organization: its seal and its entries. */
export default function AuditTab() {
  const [open, setOpen] = useState<AuditEntry | null>(null)
  return (
    <Stack spacing={2}>
      <SealedSection />
      <AuditList onOpen={setOpen} />
      {open && <EntryDialog entry={open} onClose={() => setOpen(null)} />}
    </Stack>
  )
}
