/** How each kind of change that the core finds between two revisions is judged while sending and while signing. */
import type { Change } from '@countersign/core/node';

interface ChangeRule {
  /** Code of the problem that the change makes. */
  readonly problem: string;
  /**
   * Belongs to signing. A certification would be legal but keep others from signing. Changed metadata and validation data
   * (which admits streams of any content) are legal, too, but not part of what was agreed. The server adds the validation
   * data itself.
   */
  readonly signing: boolean;
  /**
   * Outside the form, the sender may make it while placing fields: links, superseded appearance streams, and the structure tree
   * for screen readers. Changes of page content and the catalog are reported separately.
   */
  readonly placing: 'never' | 'links' | 'always';
}

export const changeRules = {
  fieldFilled: { problem: 'change_fieldFilled', signing: true, placing: 'never' },
  signatureAdded: { problem: 'change_signatureAdded', signing: true, placing: 'never' },
  fieldAdded: { problem: 'change_fieldAdded', signing: true, placing: 'never' },
  fieldChanged: { problem: 'change_fieldChanged', signing: false, placing: 'never' },
  annotation: { problem: 'change_annotation', signing: false, placing: 'links' },
  content: { problem: 'change_content', signing: false, placing: 'never' },
  page: { problem: 'change_page', signing: false, placing: 'never' },
  catalog: { problem: 'change_catalog', signing: false, placing: 'never' },
  dss: { problem: 'change_dss', signing: false, placing: 'never' },
  metadata: { problem: 'change_metadata', signing: false, placing: 'never' },
  trailer: { problem: 'change_trailer', signing: false, placing: 'never' },
  bytes: { problem: 'change_bytes', signing: false, placing: 'never' },
  resources: { problem: 'change_resources', signing: true, placing: 'never' },
  ambiguity: { problem: 'change_ambiguity', signing: false, placing: 'never' },
  objectAdded: { problem: 'change_other', signing: false, placing: 'always' },
  objectChanged: { problem: 'change_other', signing: false, placing: 'always' },
  objectRemoved: { problem: 'change_other', signing: false, placing: 'never' },
  other: { problem: 'change_other', signing: false, placing: 'never' },
} as const satisfies Record<Change['kind'], ChangeRule>;
