import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of the health of systems. */
export default {
  paused: 'Angehalten',
  p95: 'p95 %{time}, %{failed} fehlgeschlagen',
  none: 'Keine Aufrufe in 24 Stunden',
  label:
    'Letzte 24 Stunden: %{calls} Aufrufe, %{failed} fehlgeschlagen, die Hälfte in %{p50}, 95 % in %{p95}',
  cut: 'Die neuesten 1.000 Aufrufe',
  lastFailure: 'Letzter Fehler %{time}: %{message}',
  pausedByHand: 'Aufrufe sind von Hand angehalten.',
  pausedUntil: 'Das System hat mehrmals nacheinander versagt. Der nächste Versuch ist um %{time}.',
  probing: 'Ein Aufruf prüft, ob das System wieder antwortet.',
  resume: 'Aufrufe fortsetzen',
  resumeOf: 'Aufrufe fortsetzen: %{name}',
  wasReset: '%{name} wird wieder aufgerufen',
  pause: 'Aufrufe anhalten',
  pauseOf: 'Aufrufe anhalten: %{name}',
  wasPaused: 'Aufrufe von %{name} sind angehalten',
  why: 'Grund (freiwillig)',
  pauseText:
    'Schritte von Workflows warten und verlieren keinen Versuch. Andere Aufrufe werden abgelehnt, bis jemand sie fortsetzt.',
  failed: 'Die Aufrufe ließen sich nicht anhalten oder fortsetzen.',
  maxConcurrent: 'Aufrufe gleichzeitig',
  maxConcurrentHint: 'Von 1 bis 100. Leer: keine Grenze.',
  ratePerMinute: 'Aufrufe pro Minute',
  ratePerMinuteHint: 'Leer: keine Grenze.',
  breakAfter: 'Pause nach Fehlern',
  breakAfterHint: 'Fehler in Folge, nach denen Aufrufe pausieren. 0: nie.',
} satisfies Translation<typeof english>
