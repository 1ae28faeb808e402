import type * as Wasm from '../generated/countersign_wasm.js';

/** The initialised WebAssembly module, whichever way it was loaded. */
export type CoreModule = Omit<typeof Wasm, 'default' | 'initSync'>;

/** Methods of an open document that the engine forwards by name. Each takes at most one value. */
export type DocumentCalls = Pick<
  Wasm.WasmDocument,
  | 'fields' | 'scripts' | 'signatures' | 'placeFields' | 'merge' | 'checkSignable' | 'prepareSignature' | 'planSignature' | 'prepareInPlace' | 'checkSession'
  | 'prepareDocumentTimestamp' | 'validationNeeds' | 'addValidationMaterial' | 'verify' | 'revocationRequests' | 'describeObjects' | 'compareRevisions'
>;

/** Functions without a document that the engine forwards by name. The fonts answer `missingCharacters`, not the core. */
export type CoreCalls = { missingCharacters(text: string): string[] } & Pick<
  CoreModule,
  | 'detect' | 'labelFields' | 'isForm' | 'checkText' | 'checkNumber' | 'applyRules' | 'sessionInfo' | 'timestampRequest' | 'completeWithSignature' | 'completeWithCms'
  | 'completeDocumentTimestamp' | 'planDetached' | 'bindDetached' | 'completeDetached' | 'detachedTimestampRequest' | 'addDetachedTimestamp' | 'verifyDetached'
  | 'detachedRevocationRequests'
>;

export type DocumentOperation = keyof DocumentCalls;
export type CoreOperation = keyof CoreCalls;

/** Makes lists read-only, at any depth, but leaves bytes as they are. */
type ReadOnly<T> = T extends ArrayBufferView ? T : T extends readonly (infer Item)[] ? readonly ReadOnly<Item>[] : T extends object ? { [K in keyof T]: ReadOnly<T[K]> } : T;

/** What an operation takes; undefined if it takes nothing. */
export type ArgumentOf<Calls, Operation extends keyof Calls> = Calls[Operation] extends (...parameters: infer All) => unknown ? ReadOnly<All[0]> : never;

/** What an operation returns. */
export type ResultOf<Calls, Operation extends keyof Calls> = Calls[Operation] extends (...parameters: never) => infer Result ? Result : never;
