/** English texts that only screens of files show. */
export default {
  assets: {
    noTenant: {
      title: 'Files belong to an organization',
      text: 'You are signed in as the operator, who has none. Sign in to an organization to see its files.',
    },
    empty: {
      title: 'This folder is empty',
      text: 'Drop files or folders here, or use the Upload button.',
      readOnly: 'Nothing has been put here yet.',
    },
    notFound: {
      title: 'This file or folder does not exist',
      text: 'It may have been moved to the trash, or the address is wrong.',
      action: 'Go to Assets',
    },
    inTrash: {
      file: 'This file is in the trash',
      folder: 'This folder is in the trash',
      text: 'What lies in it is not shown until somebody restores it.',
      up: 'Go to the folder above',
    },
    filePage: {
      preview: 'Preview',
      notShown: 'This picture cannot be shown.',
      tooLarge: 'It is %{size} large: download it to look at it.',
      facts: 'Details',
      type: 'Type',
      size: 'Size',
      version: 'Version',
      added: 'Added',
      modified: 'Modified',
      trashed: 'Moved to trash',
    },
    renameForm: {
      title: 'Rename',
      submit: 'Rename',
      submitting: 'Renaming...',
      done: '%{before} was renamed to %{name}',
      undone: 'It is called %{name} again',
      renamedSince: '%{name} has been given another name since.',
      failed: 'Failed to rename',
    },
    column: {
      name: 'Name',
      size: 'Size',
      version: 'Version',
      modified: 'Modified',
      created: 'Added',
      type: 'Type',
      trashed: 'Deleted',
    },
    versions: {
      title: 'Versions of %{name}',
      current: 'Current',
      version: 'Version %{version}',
      download: 'Download version %{version}',
      restore: 'Restore version %{version}',
      restored: 'Version %{version} was restored as version %{now}',
      restoreFailed: 'Failed to restore the version',
    },
  },
}
