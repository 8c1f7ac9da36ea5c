const list = (text: string): readonly string[] =>
  text
    .split(/\s*\|\s*|\n/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Phrases that ask to leave. */
export const LEAVE =
  list(`leave | quit | exit | nvm | nvmd | forget that | stop | stop here | stop it | cancel | abort | abandon | never mind | nevermind | forget it
  forget about it | break out | get out | get me out | drop it | drop this | call it off | give up | end it | end this | end here | bail | bail out
  let it go | scrap it | scrap that | scrap this | skip it | enough | that's enough | that is enough | i'm done | i am done | we're done | close it | kill it
  aufhören | abbrechen | stopp | beenden | verlassen | lass es | vergiss es | hör auf | brich ab | schluss | raus hier
  arrête | arrete | arrêter | annuler | annule | quitter | laisse tomber | abandonner | stopper
  para | parar | cancela | cancelar | salir | déjalo | dejalo | olvídalo | olvidalo | detente | termina
  annulla | ferma | fermati | esci | lascia perdere | basta | interrompi
  sair | pare | esquece | cancele | stoppen | annuleren | laat maar | ophouden | hou op
  avbryt | sluta | stoppa | lämna | przerwij | anuluj | wyjdź | zostaw to
  стоп | хватит | отмена | отменить | прекрати | выйти | выход | забудь
  hör bitte auf | brich bitte ab | brich die suche ab | nicht mehr nötig | hat sich erledigt | arrêter là | stoppe | stoppez | ça suffit | c'est assez
  ya basta | basta ya | para ya | no hace falta | lo dejo | fermarti | fermatevi | fermarsi | non serve più | cancelar isso | pode cancelar | pode parar | já chega | chega
  niet meer nodig | genoeg | det räcker | wystarczy | szukać nie | не надо | не нужно | достаточно | останавливайся | останавливайтесь | отменяй | прекращай
  够了 | 不需要了 | もういい | もういいです | 됐어요 | 필요 없어요
  aufgeben | hör auf damit | höre auf | brich es ab | brich das ab | stornieren | arrêtez | arrêtons | on arrête | annulez | laissez tomber | oublie | oubliez | oublie ça
  pares | detén | deten | cancele | cancelad | canceles | cancelarlo | ya no lo necesito | ya no hace falta | olvida | lascia stare | lascialo | annullare | fermare | smetti | smettila | interrompere
  parar tudo | deixa | deixa pra lá | esqueça | desista | não preciso mais | não quero mais | stop er mee | stop er maar mee | stop ermee | stop maar | kap ermee | annuleer | vergeet het
  avsluta | glöm det | ge upp | przestań | zakończ | zatrzymaj | zapomnij | daj spokój | прекратить | остановись | остановить | остановите | отмени | отмените | перестань | брось
  멈춰 | 멈춰줘 | 멈춰 주세요 | 그만 | 그만해 | 그만해 주세요 | 그만두세요 | 중지 | 중단 | 중단해 주세요 | 취소 | 취소해 | 취소해줘 | 취소해 주세요 | 취소하세요
  not needed anymore | no longer needed | brauch ich nicht mehr | brauche ich nicht mehr | lass gut sein | weg damit | забей | i don't need it any more | i don't need it anymore | i no longer need it
  停止 | 取消 | 退出 | 停下 | 停 | 不找了 | 结束 | 算了 | キャンセルして | 中止して | 終わり | 别找了 | 不用了 | やめて | やめる | やめます | 中止 | キャンセル | 終了 | 止めて
  raus | quitte | quittez | выходи | выходите | sal | salgas | salga | saia | ga weg | no need any more | no need anymore | not needed any more | não precisa | não precisa mais | no precisa
  no sigas | no sigan | no continúes | no busques | no busques más | non continuare | non cercare
  vazgeç | vazgeçtim | iptal | iptal et | dur | durdur | bırak | çık | boş ver | boşver | gerek yok | gerek kalmadı | yeter
  zruš | zrušit | zruš to | konec | přestaň | nech to | nech toho | zastav | ukonči | ukončit | stačí | скасуй | скасувати | досить | припини | годі
  oprește | anulează | renunță | ieși | állj | mégse | hagyd | hagyd abba | kilépés | elég | lopeta | peruuta | riittää | keskeytä
  annuller | afslut | glem det | avslutt | berhenti | batal | batalkan | keluar | cukup | hentikan | dừng | dừng lại | hủy | thoát | bỏ đi
  ruko | rok do | band karo | rehne do | रुको | रद्द करो | बंद करो | छोड़ो | रहने दो | توقف | إلغاء | الغاء | اخرج | خروج | يكفي | كفى
  עצור | תעצור | בטל | תבטל | צא | מספיק | עזוב | σταμάτα | ακύρωση | ακύρωσε | έξοδος | φτάνει | หยุด | ยกเลิก | พอแล้ว`);

/** Phrases that ask to go on. */
export const GO = list(`search | go on | continue | proceed | start | begin | resume
  look | find out | run it | run | carry on | keep going | keep on | stay | remain | keep it | keep searching | keep looking
  get going | get started
  start searching | start looking
  weiter | weitermachen | mach weiter | leg los | fang an | such | suche | suchen | bleib | bleiben
  continuez | continuer | cherche | cherchez | rester | reste
  sigue | continúa | continua | busca | buscar | quédate | quedarse
  cerca | continuare | resta | d'accordo
  doe maar | continue sim | segue | pesquise | pesquisar | ficar | ga door | doorgaan | zoek | zoeken | blijf | blijven
  fortsätt | sök | kör | stanna kvar | szukaj | kontynuuj | dalej | zostań
  продолжай | продолжить | дальше | ищи | искать | остаться
  keep it going | keep at it | start it | begin it | launch it
  starten | starte | beginne | beginnen | loslegen | leg los | fortfahren | fahr fort | weitersuchen | bleib dabei
  fang bitte an | fang an | anfangen | mach ruhig weiter | mach bitte weiter | such weiter | such bitte weiter | weiter so
  vas y continue
  seguir | sigue buscando | buscando | empieza ya | prosigue | prosiga | comenzar
  continua pure | vai avanti | vada avanti | comincia pure | pode prosseguir | prosseguir
  ga maar door | door | ga door maar | gå vidare | szukaj dalej
  продолжаем | начинаем
  commence | commencez | commencer | lance | lancez | lancer | démarre | poursuis | poursuivez | continuons
  sigas | siga | sigue adelante | continúe | continuar | continúes | comienza | empieza | empezar | procede
  procedi | procedere | prosegui | continui | inizia | cominciare | comincia | cerchi
  pode continuar | pode começar | prossiga | começa | comece | começar | pode seguir
  ga verder | verder | doorzoeken | begin maar | start maar
  börja | starta | fortsätta | kör på | zaczynaj | zacznij | rozpocznij | szukać | kontynuować
  начинай | начни | начать | начинайте | продолжайте | вперёд | вперед | поищи | ищите
  계속 | 계속해 | 계속해줘 | 계속해 주세요 | 계속하세요 | 진행 | 진행해 | 진행해줘 | 진행해 주세요 | 진행하세요 | 시작 | 시작해 | 시작해줘 | 시작해 주세요 | 시작하세요 | 검색 | 검색해 | 검색해 주세요
  继续吧 | 开始吧 | 找吧 | 続行 | 進めて | 進めてください | 始めてください
  继续 | 开始 | 搜索 | 留下 | 続けて | 続ける | 続けます | 検索 | 検索して | 始めて | 残る
  mach | macht | pesquisa aí | pode pesquisar | pode buscar | pode ficar | kijk verder | leta | leta vidare
  devam | devam et | devam edin | ara | başla | kal | sürdür | pokračuj | pokračovat | pokračujte | hledej | hledat | dál | začni | zůstaň
  продовжуй | продовжити | далі | шукай | почни | залишся | continuă | caută | începe | rămâi | folytasd | keress | keresd | mehet | tovább | maradj
  jatka | etsi | aloita | fortsæt | søg | bliv | fortsett | søk | kjør | lanjut | lanjutkan | cari | mulai | teruskan | tiếp tục | tìm | tìm đi | bắt đầu
  aage badho | jari rakho | shuru karo | khojo | dhundo | आगे बढ़ो | जारी रखो | शुरू करो | खोजो | استمر | تابع | أكمل | اكمل | ابحث | ابدأ
  המשך | תמשיך | חפש | תחפש | התחל | תישאר | συνέχισε | συνεχίστε | ψάξε | ξεκίνα | μείνε | ทำต่อ | ค้นหา | เริ่ม | ต่อไป`);

/** Phrases that agree. To a plan they mean "go on"; to "Leave it?" they are unclear. */
export const AGREE =
  list(`ship it | fine by me | fine with me | fine for me | ok with me | ok by me | looks good | look good | sounds good | good | fine | perfect | great | works for me | that works | lgtm | approved | agreed | right | correct | exactly
  passt | gut | genau | einverstanden | d'accord | c'est bon | très bien | vale | de acuerdo | va bene | prima
  that'll do | that will do | looks right | looks fine | looks great | looks ok | looks okay | seems fine | seems good | seems right | sounds right | sounds fine | i'm happy | i am happy | happy | i like it | i agree | nice | wonderful | excellent | awesome | cool | as planned | as you said | all good
  sieht gut aus | in ordnung | klingt gut | hört sich gut an | geht klar | ist gut | ist ok | super
  ça me va | ça me convient | c'est bon pour moi | tout est bon | impeccable | génial | bien | suena bien | me parece bien | genial | mi va bene | ottimo | ótimo | combinado
  gaat goed | klinkt goed | gärna | låter bra | okej | brzmi dobrze | świetnie | отлично | всё верно | все верно | годится | идёт | подходит
  parfait | ça marche | c'est parfait | está bien | perfecto | muy bien | perfetto | benissimo | está bom | tudo bem | perfeito | goed | ziet er goed uit | akkoord | bra | ser bra ut | dobrze | może być | хорошо
  좋아 | 좋아요 | 좋습니다 | 没问题 | 行吧 | 大丈夫 | 可以 | お願いします
  do it | do that | do so | do this | go | go ahead | go right ahead | go for it | make it so | let's go | lets go | mach das | mach es | hazlo | faça | fallo | nur zu | adelante | vas y | allez y | on y va | dale | venga | go on then | ga maar | ga je gang | pode ir | vá em frente | vai em frente | vai | avanti | los | los geht's | auf geht's | dawaj | давай | поехали | fire away | have at it | on with it | run with it
  why not | pourquoi pas | warum nicht | por qué no | perché no | tamam | olur | dobře | добре | jó | baik | theek hai | ठीक है | حسنا | تمام | εντάξει | בסדר`);

export const YES =
  list(`yes | yep | yeah | yup | yh | yea | yas | aight | yes yes | y | ok | okay | k | kk | sure | sure thing | of course | absolutely | definitely | certainly | affirmative | aye | please do
  ja | jawohl | klar | jo | natürlich | oui | ouais | bien sûr | sí | si | claro | sim | certo | jep | tak | jasne | да | конечно | ага
  gerne | gern | sicher | certainement | volontiers | por supuesto | desde luego | certamente | com certeza | zeker | natuurlijk | absolut | visst | javisst | oczywiście | угу | ладно
  네 | 예 | 응 | 그래 | 그래요 | 물론
  是 | 是的 | 好 | 好的 | 对 | 行 | はい | ええ | うん | いいよ | いいです
  ye | jepp | jup | evet | tabii | ano | jasně | звісно | igen | persze | sigur | kyllä | joo | iya | tentu | vâng | haan | हाँ | हां | نعم | أجل | כן | בטח | ναι | ใช่`);

/** "No" as a whole answer: another thought follows. */
const PLAIN_NO =
  list(`nope | nah | n | no no | no way | negative | by no means | absolutely not | of course not | certainly not | definitely not
  nein | nö | nee | keineswegs | pas du tout | нет | неа | nej | 不是 | 不行 | 没有 | 아니 | 아니요 | 아니오 | 안 돼요 | いいえ | いや | だめ
  mejor no | besser nicht | lieber nicht | mieux vaut pas | meglio di no | melhor não | lepiej nie | liever niet | лучше не надо | лучше нет
  hayır | ні | nei | nahi | nahin | नहीं`);

/** "No" that may deny the words after it: "no salgas", "non fermare". */
const NO_OR_NOT = list(
  'no | not at all | non | não | nao | nie | 不 | 不要 | ne | nu | nem | ei | tidak | jangan | không | لا | לא | όχι | ไม่',
);

/** All words for "no". */
export const NO: readonly string[] = [...PLAIN_NO, ...NO_OR_NOT];

/** The end of a "no" that begins the text and is a whole answer; 0 if there is none. */
export const afterPlainNo = (thought: string): number =>
  Math.max(0, ...PLAIN_NO.map((phrase) => (thought.startsWith(`${phrase} `) ? phrase.length : 0)));

/** Words that reverse the meaning of the words after them. */
export const DENY =
  list(`do not | don't | dont | never | not | no need to | please don't | rather not | i would rather not | i'd rather not | without | can't | cannot | must not | mustn't | should not | shouldn't | won't | will not | wouldn't | didn't say | did not say | i didn't say | why would i | no reason to
  아직 | 하지 마 | 하지 마세요 | nie wieder | plus jamais | non più | geen
  nicht | niemals | kein | keine | pas | jamais | nunca | mai | niet | inte | не | никогда | 别 | 不想 | 不用
  nechci | nechceme | bloß nicht | auf keinen fall | en ningún caso`);

/** Filler words beside a choice. */
export const FILLER =
  list(`please | pls | plz | thanks | thank you | thx | cheers | now | then | just | so | well | actually | really | maybe | perhaps | i think | i guess | i say | i said
  let's | lets | let us | let me | i want to | i want you to | i'd like to | i would like to | i wanna | we should | you should | you can | you may | can you | could you | can we | could we | shall we | would you | i | we | you | want | to | me | us | my | on | with | the | a | an | at | for | from | of | here | there | it | this | that | all | everything | one | for now | right now | right away | already | any more | anymore | again | at all | yet | too | also | please be so kind | oh | hm | hmm | um | uh | ah | hey | mate | man | sir | everyone | is | it's | that's | be | am | i'm | i am | up | off | out | in
  bitte | danke | doch | mal | jetzt | das | es | die | der | den | ich | wir | du | sie | will | wollen | möchte | einfach | schon | nur | auf | hier | zu | mit | suche | damit
  s'il te plaît | s'il vous plaît | merci | la | le | les | ça | je | tu | veux | maintenant | por favor | gracias | ahora | esto | eso | la búsqueda | per favore | grazie | adesso | ora | questo | obrigado | agora | isso | alsjeblieft | dank je | nu | het | de | tack | snälla | det | proszę | dziękuję | teraz | to | пожалуйста | спасибо | это | сейчас
  così | поиск | поиска | met | uns | di | à | que | muy | este | esta | ruhig | bitte mal | für | mich | pour | moi | gerne | avec | cette | ce | questa | qui | esse | essa | aqui | dit | deze | detta | här | tym | tu | здесь | сам | же | about | sounds | looks | seems | totally | very
  recht | gleich | alles | so | lieber | man | mir | uns | ist | sieht | aus | geht | dem | plan | das ist | klingt | von hier | dabei
  plaît | bien | alors | donc | on | nous | vous | pouvez | peux | veuillez | un | une | du | c'est | me | lo | la | el | los | las | con | ya | pues | entonces | quiero | puedes | tutto | tutta | pure | allora | prego | il | per | con | puoi
  o | os | as | eu | quero | você | então | então | tudo | mais | dan | maar | er | mee | ermee | graag | ik | je | u | med | den | jag | du | så | da | это всё | всё | все | мне | ну | тогда | прошу
  좀 | 이제 | 그럼 | 감사합니다 | 고마워 | 부탁합니다 | 부탁드려요 | 啊 | 呢 | 那 | 那就 | では | じゃあ | どうぞ | して
  请 | 吧 | 谢谢 | 了 | 我 | 想 | 要 | 就 | ください | ありがとう | です | ます | もう | それ | を
  obrigada | lütfen | teşekkürler | prosím | díky | děkuji | kérlek | köszönöm | kiitos | takk | terima kasih | tolong | cảm ơn | shukriya | dhanyavaad | धन्यवाद | شكرا | من فضلك | תודה | בבקשה | ευχαριστώ | παρακαλώ | tak skal du have | de aquí | d'ici | hierher`);

/** Words that begin another thought, like a comma. */
export const AND = list(
  'and | but | then | und | aber | dann | et | mais | puis | y | pero | e | ma | mas | poi | en | maar dan | och | men | ale | и | но | 然后 | そして',
);

/** Objects of leaving, staying and searching. */
export const REST = list(
  `research | the research | the search | this search | that search | the run | this run | la recherche | die suche | search plan | plan | run | job | task | session | conversation | question | answer | results | things | work | whole thing | looking | searching | recherche | recherche ab | búsqueda | ricerca | pesquisa | zoekopdracht | sökning`,
);
