// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/appearance.h"
#include "gui/shell/language.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/screenshots.h"
#include "gui/training/trainingview.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QSettings>
#include <QStandardPaths>
#include <QThreadPool>

#include <algorithm>
#include <cstdio>
#include <optional>

using namespace halftone;

namespace {

QtMessageHandler printMessage = nullptr;

// The offscreen platform says for each window that it has no size hints, which nobody can act on.
void printButSizeHints(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (!message.contains(QLatin1String("propagateSizeHints")))
        printMessage(type, context, message);
}

// Pictures are taken without a display, and which platform is used must be known before Qt starts.
void useOffscreenForPictures(int argc, char* argv[])
{
    const auto wantsPictures = [](const char* argument) {
        return QByteArrayView(argument).startsWith("--screenshot");
    };
    if (std::none_of(argv + 1, argv + argc, wantsPictures))
        return;
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    printMessage = qInstallMessageHandler(printButSizeHints);
}

/// The context of the texts below for translators.
struct CommandLine
{
    Q_DECLARE_TR_FUNCTIONS(halftone::CommandLine)
};

struct Options
{
    QStringList files;
    MainWindow::View view = MainWindow::View::Graph;
    std::optional<QString> pictures; // folder
    std::optional<MainWindow::View> pictured; // alone
    std::optional<Theme> theme;
    QSize size;
};

void addOptions(QCommandLineParser& parser)
{
    parser.setApplicationDescription(
        CommandLine::tr("Shows and edits which operators of a model run in low precision."));
    parser.addPositionalArgument("FILE",
        CommandLine::tr("A model (.onnx or sample:lenet5), a session (.halftone), a mixlist (.json), a "
                        "recorded run."),
        "[FILE...]");
    parser.addOptions(
        {{"view", CommandLine::tr("Shows this view first: graph, mixlist, compare, training or library."),
             "VIEW", "graph"},
            {"theme", CommandLine::tr("Chooses the theme: system, light, dark or high-contrast."), "THEME"},
            {"screenshot",
                CommandLine::tr(
                    "Writes pictures of all views, or of the one that --view names, into DIR and exits; "
                    "needs no display."),
                "DIR"},
            {"language", CommandLine::tr("Chooses the language: system, en or zh_CN."), "LANGUAGE"},
            {"size", CommandLine::tr("Width and height of the pictures."), "WxH", "1280x800"}});
    parser.addHelpOption();
    parser.addVersionOption();
}

// Help is a text, too, so the language must be known before the other options are read.
std::optional<Language> languageAskedFor(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.addOption({"language", {}, "LANGUAGE"});
    parser.parse(arguments);
    if (!parser.isSet("language"))
        return std::nullopt;
    const std::optional<Language> language = languageNamed(parser.value("language"));
    if (!language) {
        std::fprintf(stderr, "halftone: --language: \"%s\" is not known. Choose system, en or zh_CN.\n",
            qPrintable(parser.value("language")));
        std::exit(2);
    }
    return language;
}

Options readOptions(const QApplication& application)
{
    QCommandLineParser parser;
    addOptions(parser);
    parser.process(application);

    Options options;
    options.files = parser.positionalArguments();
    const auto view = viewNamed(parser.value("view"));
    if (!view) {
        std::fprintf(stderr,
            "halftone: --view: there is no view \"%s\". Choose graph, mixlist, compare, training or "
            "library.\n",
            qPrintable(parser.value("view")));
        std::exit(2);
    }
    options.view = *view;
    if (parser.isSet("screenshot"))
        options.pictures = parser.value("screenshot");
    if (parser.isSet("view"))
        options.pictured = *view;
    if (parser.isSet("theme"))
        options.theme = themeNamed(parser.value("theme"));
    options.size = {
        parser.value("size").section('x', 0, 0).toInt(), parser.value("size").section('x', 1).toInt()};
    return options;
}

int takePictures(MainWindow& window, const Options& options)
{
    window.resize(options.size);
    window.openFile(options.files.value(0, QStringLiteral("sample:lenet5")));
    if (const auto done = takeScreenshots(window, *options.pictures, options.pictured); !done) {
        std::fprintf(stderr, "halftone: %s\n", describe(done.error()).c_str());
        return 1;
    }
    return 0;
}

}

int main(int argc, char* argv[])
{
    useOffscreenForPictures(argc, argv);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Halftone"));
    QApplication::setApplicationVersion(QStringLiteral(HALFTONE_VERSION));
    QApplication::setOrganizationName(QStringLiteral("halftone"));
    QApplication::setDesktopFileName(QStringLiteral("halftone"));
    QApplication::setWindowIcon(QIcon::fromTheme(QStringLiteral("halftone")));
    QSettings store;
    const std::optional<Language> language = languageAskedFor(QApplication::arguments());
    applyLanguage(language.value_or(loadSettings(store).language)); // for the help
    const Options options = readOptions(application);

    // Pictures show the program as it comes, not as somebody arranged it.
    Settings settings = options.pictures ? Settings() : loadSettings(store);
    settings.language = language.value_or(settings.language);
    applyLanguage(settings.language);
    settings.theme = options.theme.value_or(settings.theme);
    applyTheme(settings.theme);
    if (settings.fontPercent != Settings().fontPercent)
        applyTextSize(settings.fontPercent);
    if (settings.threads > 0)
        QThreadPool::globalInstance()->setMaxThreadCount(settings.threads);
    MainWindow window(settings);
    if (options.pictures)
        return takePictures(window, options);
    QObject::connect(&window, &MainWindow::settingsChanged, &window,
        [&store](const Settings& changed) { saveSettings(changed, store); });
    window.trainingView()->keepRunsIn(
        QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/runs"));
    window.showView(options.view);
    window.show();
    for (const QString& file : options.files)
        window.openFile(file);
    window.startAutosave(
        QDir(QStandardPaths::writableLocation(QStandardPaths::StateLocation)).filePath("autosave"));
    return QApplication::exec();
}
