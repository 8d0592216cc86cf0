import { text, type Text } from '@crossdock/kernel/ground'
import type { SideName, SkipReason, Stop } from '@crossdock/sync-engine'
import type { Explained } from './contracts/runs.js'

/** Returns why a run stopped, and what to do. */
export function stopSentence(stop: Stop): Text {
  const { side } = stop
  if (stop.code === 'root_missing') {
    return side === 'source'
      ? text(
          'The folder of the source is missing or not allowed. Nothing was changed. Bring it back, allow it, or choose another folder.'
        )
      : text(
          'The folder of the target is missing or not allowed. Nothing was changed. Bring it back, allow it, or choose another folder.'
        )
  }
  const { count, of } = stop
  if (stop.code === 'many_deletions') {
    return side === 'source'
      ? text(
          '{count} of {of} files would be deleted at the source. Look at the plan, then release it or stop the run.',
          { count, of }
        )
      : text(
          '{count} of {of} files would be deleted at the target. Look at the plan, then release it or stop the run.',
          { count, of }
        )
  }
  return side === 'source'
    ? text(
        '{count} of {of} files would be changed at the source. Look at the plan, then release it or stop the run.',
        { count, of }
      )
    : text(
        '{count} of {of} files would be changed at the target. Look at the plan, then release it or stop the run.',
        { count, of }
      )
}

/** Returns why a file or folder is skipped. */
export function skipSentence(reason: string, detail: string): Text {
  const known = Object.hasOwn(skips, reason) ? skips[reason as SkipReason] : undefined
  return known ? known(detail) : text('It is skipped: {reason}.', { reason })
}

const skips: Record<SkipReason, (detail: string) => Text> = {
  busy: () => text('Another program has it open. It is tried again.'),
  unreadable: () => text('It cannot be read. Give the agent or account the right to read it.'),
  link: () => text('It is a link. Links are not synced.'),
  device: () => text('It is no regular file. Devices, pipes and sockets are not synced.'),
  name: () => text('Its name is no valid text. Rename it.'),
  growing: () => text('It is still being written. It is synced when it stays the same.'),
  excluded: (pattern) => text('The pattern "{pattern}" excludes it.', { pattern }),
  file_type: (types) =>
    text('Its file type is not synced. The contract syncs: {types}.', { types }),
  not_selected: () => text('It is outside of the folders that the contract syncs.'),
  too_large: (limit) => text('It is larger than the limit of {limit} bytes.', { limit }),
  case_clash: (path) =>
    text(
      'Its name differs from "{path}" in upper and lower case alone, and the other end cannot hold both. Rename one.',
      { path }
    ),
  form_clash: (path) =>
    text('Its name looks the same as "{path}", and the other end cannot hold both. Rename one.', {
      path,
    }),
  forbidden_name: (part) =>
    part
      ? text('The other end cannot hold this name, because of {part}. Rename it.', { part })
      : text('The other end cannot hold a file of this name. Rename it.'),
  name_too_long: (limit) =>
    text('Its name is longer than the {limit} bytes that the other end can hold. Shorten it.', {
      limit,
    }),
  path_too_long: (limit) =>
    text('Its path is longer than the {limit} bytes that the other end can hold. Shorten it.', {
      limit,
    }),
  failing: (message) => text('The last try failed: {message} It is tried again.', { message }),
  held: (path) =>
    path
      ? text('"{path}" has this place at the other end, and stays there. Rename one.', { path })
      : text('It waits for something else that cannot be synced now. It is tried again.'),
  conflict: () => text('Both ends changed it. Resolve the conflict.'),
  deletion_kept: () =>
    text(
      'It was deleted at the other end. It stays here, because the contract does not sync deletions or the folder still holds something.'
    ),
  changed_at_target: () =>
    text(
      'It was changed at the target, and the contract syncs from the source to the target only.'
    ),
}

/** Returns why a path is or is not in sync. */
export function explainSentence({ state, reason, detail, side }: Explained): Text {
  switch (state) {
    case 'in_sync':
      return text('Both ends have the same.')
    case 'pending':
      return text('The next run brings both ends together.')
    case 'conflict':
      return text('Both ends changed it. Resolve the conflict.')
    case 'skipped':
      return skipSentence(reason ?? '', detail)
    case 'failing':
      return failing(side, detail)
    default:
      return text('No file or folder with this path on either side.')
  }
}

function failing(side: SideName | null, message: string): Text {
  return side === 'target'
    ? text('The last try at the target failed: {message} It is tried again.', { message })
    : text('The last try at the source failed: {message} It is tried again.', { message })
}
