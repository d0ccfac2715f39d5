/** Words of imports. */

import type { FileStatus } from '../../../src/modules/import-files/files.ts'
import type { Bucket } from '../../../src/modules/import-files/outcomes.ts'
import { t } from '../texts/t.ts'

/** What a file is called by how far it is. */
export function statusWord(status: FileStatus): string {
  switch (status) {
    case 'draft':
      return t('Not checked yet')
    case 'checked':
      return t('Ready to import')
    case 'running':
      return t('Importing')
    case 'done':
      return t('Imported')
    default:
      return t('Not imported')
  }
}

/** What a bucket is called, with how many rows it has. */
export function bucketWord(bucket: Bucket, count: number): string {
  switch (bucket) {
    case 'new':
      return t('New ({count, number})', { count })
    case 'changed':
      return t('Changed ({count, number})', { count })
    case 'same':
      return t('The same ({count, number})', { count })
    case 'doubtful':
      return t('To decide ({count, number})', { count })
    case 'before':
      return t('Imported before ({count, number})', { count })
    default:
      return t('Refused ({count, number})', { count })
  }
}

/** What becomes of the rows of a bucket. */
export function bucketSentence(bucket: Bucket): string {
  switch (bucket) {
    case 'new':
      return t('These rows will be added.')
    case 'changed':
      return t('These are on record already. Only what the file says is changed; nothing is emptied.')
    case 'same':
      return t('These are on record already, just as the file has them.')
    case 'doubtful':
      return t('These may be on record already. What you do not decide is left out.')
    case 'before':
      return t('These rows were imported before. They are left out.')
    default:
      return t('These rows cannot be imported. Download them with the reasons, correct them, and import that file.')
  }
}
